import { readSetting } from '../db/models/setting.ts';
import { readWebsites, WEBSITES_VERSION } from '../db/models/website.ts';
import type { Database } from '../db/open.ts';
import { foldHost } from '../domain/hostname.ts';
import { type IpList, parseIpList } from '../domain/ip-addresses.ts';
import { mapOfHosts } from '../domain/shields.ts';
import { HostMap } from '../domain/website-hosts.ts';
import { onWebsiteChange, type WebsiteChange } from './changes.ts';
import { type Website, websiteOfRow } from './website.ts';

/** A website with its lists prepared for checking hits. */
export interface KnownWebsite extends Website {
  readonly ipList: IpList;
  /** Excluded parameters; `*` means the whole query. */
  readonly params: readonly string[];
  /** The excluded referrers with their subdomains, in lower case. */
  readonly referrers: HostMap<true>;
  /** Null if all hosts are allowed. */
  readonly allowed: HostMap<true> | null;
}

interface Websites {
  readonly byHost: HostMap<KnownWebsite>;
  readonly byId: Map<number, KnownWebsite>;
}

export interface KnownWebsitesOptions {
  /** Milliseconds between two checks for changes by other processes. */
  readonly every: number;
  /** Receives the first error each time the database becomes unavailable. */
  readonly report: (error: unknown) => void;
}

/** All websites of the instance in memory, so that a hit costs no query. Changes by this process are known at once. */
export class KnownWebsites {
  readonly #database: Database;
  readonly #options: KnownWebsitesOptions;
  readonly #forget: () => void;
  readonly #watching: Promise<void>;
  #websites: Websites = { byHost: new HostMap(), byId: new Map() };
  #seen: string | null = null;
  #ownChanges: WebsiteChange[] = [];
  #away = false;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** Begins to read the websites; they are known once `ready` returns true. */
  constructor(database: Database, options: KnownWebsitesOptions) {
    this.#database = database;
    this.#options = options;
    this.#forget = onWebsiteChange(database, change => {
      this.#ownChanges.push(change);
      apply(this.#websites, change);
    });
    this.#watching = this.#watch();
  }

  /** Finds a website by the host of a page, in any case and with or without `www.`. */
  find(host: string): KnownWebsite | undefined {
    return this.#websites.byHost.find(foldHost(host));
  }

  byId(id: number): KnownWebsite | undefined {
    return this.#websites.byId.get(id);
  }

  /** False until the websites have been read once; until then, a miss of `find` means nothing. */
  ready(): boolean {
    return this.#seen !== null;
  }

  /**
   * Resolves when everything committed before the call is known. Rejects if the database is unavailable; the last state
   * stays.
   */
  refresh(): Promise<void> {
    // A running refresh may have read before the call, so the call waits for the next one.
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = null;
        this.#running = this.#read();
        return this.#running;
      });
    return this.#next;
  }

  /** Resolves when no query is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#forget();
    await this.#watching;
    await (this.#next ?? this.#running).catch(() => undefined);
  }

  async #read(): Promise<void> {
    if (this.#stopped) return;
    this.#ownChanges = [];
    const mark = await websitesMark(this.#database);
    if (mark === this.#seen) return;
    const rows = await readWebsites(this.#database.websites);
    const fresh: Websites = { byHost: new HostMap(), byId: new Map() };
    for (const row of rows) {
      const known = this.#websites.byId.get(row.id);
      add(fresh, known?.updatedAt === row.updatedAt ? known : makeReady(websiteOfRow(row)));
    }
    // The rows may be older than changes made by this process meanwhile.
    for (const change of this.#ownChanges) apply(fresh, change);
    this.#websites = fresh;
    this.#seen = mark;
  }

  async #watch(): Promise<void> {
    try {
      await this.refresh();
      this.#away = false;
    } catch (error) {
      if (!this.#away) this.#options.report(error);
      this.#away = true;
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#watch(), this.#options.every).unref();
  }
}

/**
 * Returns a text that differs after any change to any website; it includes their number to notice changes made by hand.
 */
async function websitesMark(database: Database): Promise<string> {
  const websites = await database.websites.count();
  return `${websites} ${(await readSetting(database, WEBSITES_VERSION)) ?? ''}`;
}

function makeReady(website: Website): KnownWebsite {
  const parsed = parseIpList(website.excludeIps);
  // The rules admit only valid lines; if an invalid one exists anyway, the rest of the list still applies.
  const valid = () => parseIpList(website.excludeIps.filter(line => 'list' in parseIpList([line])));
  const result = 'list' in parsed ? parsed : valid();
  if (!('list' in result)) throw new Error('Lines that can be read one by one could not be read together.');
  return {
    ...website,
    ipList: result.list,
    params: website.excludeParams,
    referrers: mapOfHosts(website.excludeReferrers, 'subdomains'),
    allowed: website.allowHosts.length > 0 ? mapOfHosts(website.allowHosts) : null,
  };
}

function apply(websites: Websites, { id, website }: WebsiteChange): void {
  const known = websites.byId.get(id);
  // Two concurrent changes can be announced in either order.
  if (known && website && known.updatedAt > website.updatedAt) return;
  if (known) remove(websites, known);
  if (website) add(websites, makeReady(website));
}

function add({ byHost, byId }: Websites, website: KnownWebsite): void {
  for (const host of hostsOf(website)) byHost.set(host, website);
  byId.set(website.id, website);
}

function remove({ byHost, byId }: Websites, website: KnownWebsite): void {
  // A host may already belong to a later website.
  for (const host of hostsOf(website)) if (byHost.get(host)?.id === website.id) byHost.delete(host);
  byId.delete(website.id);
}

function hostsOf({ domain, hosts }: Website): readonly string[] {
  return [domain, ...hosts];
}
