import { readSetting } from '../db/models/setting.ts';
import { readWebsites, WEBSITES_VERSION } from '../db/models/website.ts';
import type { Database } from '../db/open.ts';
import { foldHost } from '../domain/hostname.ts';
import { type IpList, parseIpList } from '../domain/ip-addresses.ts';
import { onWebsiteChange, type WebsiteChange } from './changes.ts';
import { type Website, websiteOfRow } from './website.ts';

/** A website with its lists prepared for checking hits. */
export interface KnownWebsite extends Website {
  readonly ipList: IpList;
  /** Excluded parameters; `*` means the whole query. */
  readonly params: readonly string[];
}

/** All websites of the instance in memory, so that a hit costs no query. */
export interface KnownWebsites {
  /** Finds a website by the host of a page, in any case and with or without `www.`. */
  find(host: string): KnownWebsite | undefined;
  byId(id: number): KnownWebsite | undefined;
  /** False until the websites have been read once; until then, a miss of `find` means nothing. */
  ready(): boolean;
  /**
   * Resolves when everything committed before the call is known. Rejects if the database is unavailable; the last state
   * stays.
   */
  refresh(): Promise<void>;
  /** Resolves when no query is under way. */
  stop(): Promise<void>;
}

interface Websites {
  readonly byDomain: Map<string, KnownWebsite>;
  readonly byId: Map<number, KnownWebsite>;
}

/**
 * Reads the websites now and checks for changes `every` ms; changes by this process are known at once. `report`
 * receives the first error each time the database becomes unavailable.
 */
export function openKnownWebsites(
  database: Database,
  { every, report }: { readonly every: number; readonly report: (error: unknown) => void },
): KnownWebsites {
  let websites: Websites = { byDomain: new Map(), byId: new Map() };
  let seen: string | null = null;
  let ownChanges: WebsiteChange[] = [];
  let away = false;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const forget = onWebsiteChange(database, change => {
    ownChanges.push(change);
    apply(websites, change);
  });

  /** A call during a refresh waits for the next one, because the running one may have read before the call. */
  function refresh(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        running = read();
        return running;
      });
    return next;
  }

  async function read(): Promise<void> {
    if (stopped) return;
    ownChanges = [];
    const mark = await websitesMark(database);
    if (mark === seen) return;
    const rows = await readWebsites(database.websites);
    const fresh: Websites = { byDomain: new Map(), byId: new Map() };
    for (const row of rows) {
      const known = websites.byId.get(row.id);
      add(fresh, known?.updatedAt === row.updatedAt ? known : makeReady(websiteOfRow(row)));
    }
    // The rows may be older than changes made by this process meanwhile.
    for (const change of ownChanges) apply(fresh, change);
    websites = fresh;
    seen = mark;
  }

  async function watch(): Promise<void> {
    try {
      await refresh();
      away = false;
    } catch (error) {
      if (!away) report(error);
      away = true;
    }
    if (!stopped) timer = setTimeout(watch, every).unref();
  }
  const watching = watch();

  return {
    find: host => websites.byDomain.get(foldHost(host)),
    byId: id => websites.byId.get(id),
    ready: () => seen !== null,
    refresh,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      forget();
      await watching;
      await (next ?? running).catch(() => undefined);
    },
  };
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
  return { ...website, ipList: result.list, params: website.excludeParams };
}

function apply(websites: Websites, { id, website }: WebsiteChange): void {
  const known = websites.byId.get(id);
  // Two concurrent changes can be announced in either order.
  if (known && website && known.updatedAt > website.updatedAt) return;
  if (known) remove(websites, known);
  if (website) add(websites, makeReady(website));
}

function add({ byDomain, byId }: Websites, website: KnownWebsite): void {
  byDomain.set(website.domain, website);
  byId.set(website.id, website);
}

function remove({ byDomain, byId }: Websites, website: KnownWebsite): void {
  // The domain may already belong to a later website.
  if (byDomain.get(website.domain)?.id === website.id) byDomain.delete(website.domain);
  byId.delete(website.id);
}
