import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { addressGroup, ipv4Number } from '../domain/ip-addresses.ts';
import { latestUsed } from '../domain/latest-used.ts';
import { encodeHit } from '../domain/stored-hit.ts';
import { AppError } from '../errors.ts';
import type { Spool } from '../spool/spool.ts';
import type { KnownWebsites } from '../websites/known.ts';
import { type Draft, draftOf, type World } from './draft.ts';
import { finish } from './finish.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Malformed } from './parse.ts';
import type { Places } from './place.ts';
import type { DropReason, Outcome, RawHit } from './raw-hit.ts';
import { Salts } from './salts.ts';
import { identifies, refusalOf, refusalOfPlace, repeatKey } from './steps.ts';
import { UnknownHosts } from './unknown-hosts.ts';

export interface CollectorOptions {
  readonly database: Database;
  readonly spool: Spool;
  readonly websites: KnownWebsites;
  readonly places: Places;
  /** Hits per minute from one address on the public endpoint. */
  readonly rateLimit: number;
  /** Whether hits with a referrer of the list of known spam are dropped; true by default. */
  readonly spamList?: boolean;
  readonly now: () => number;
}

const ACCEPTED: Outcome = { status: 'accepted' };
const MINUTE = 60_000;
const REFRESH_EVERY = 1_000;

/** Takes hits from the wire to the durable spool. */
export class Collector {
  readonly ledger: Ledger;
  readonly #unknownHosts: UnknownHosts;
  readonly salts: Salts;
  readonly #options: CollectorOptions;
  readonly #recent = latestUsed<string, true>(200_000);
  readonly #shared: Omit<World, 'account' | 'isRepeat'>;
  #accepted = 0;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CollectorOptions) {
    const { database, websites, places, rateLimit, spamList = true, now } = options;
    this.#options = options;
    this.ledger = createLedger(database);
    this.#unknownHosts = new UnknownHosts(database, now);
    this.salts = new Salts(database, now);
    const admit = perMinute(rateLimit, now);
    this.#shared = { findWebsite: host => websites.find(host), places, limitsAmounts: true, spamList, now, admit };
  }

  /** Hits acknowledged since the process started. */
  accepted(): number {
    return this.#accepted;
  }

  /**
   * Resolves once all accepted hits are durable, with an outcome for each hit, in order. Rejects with UNAVAILABLE if
   * they cannot be judged or stored; then none of them was. `account` is the account of a batch's key.
   */
  async collect(raws: Iterable<RawHit | Malformed>, account: number | null = null): Promise<Outcome[]> {
    const { spool, websites } = this.#options;
    if (!websites.ready()) throw unavailable('The websites could not be read from the database yet.');
    // Not among the recent ones yet: until these are durable, other requests must not be told that they were counted.
    const taken = new Set<string>();
    const isRepeat = (key: string) => this.#recent.has(key) || taken.has(key);
    const world: World = { ...this.#shared, account, isRepeat };
    const outcomes: Outcome[] = [];
    const encoded: string[] = [];
    for (const raw of raws) {
      if ('reason' in raw) {
        outcomes.push({ status: 'rejected', field: raw.field, reason: raw.reason });
        continue;
      }
      let draft = draftOf(raw);
      let refused = refusalOf(draft, world);
      if (refused?.status === 'dropped' && refused.reason === 'unknown_website' && (await this.#mayBeNew())) {
        draft = draftOf(raw);
        refused = refusalOf(draft, world);
      }
      if (!refused) {
        const pending = this.#prepare(draft);
        if (pending) await pending;
        refused = refusalOfPlace(draft, world);
      }
      if (refused?.status === 'dropped') this.#note(draft, refused.reason);
      outcomes.push(refused ?? (draft.notice === null ? ACCEPTED : { status: 'accepted', notice: draft.notice }));
      if (refused) continue;
      if (draft.hasLargeAmount) this.#note(draft, 'large_amount');
      encoded.push(encodeHit(finish(draft, world)));
      const key = repeatKey(draft);
      if (key !== null) taken.add(key);
    }
    if (encoded.length === 0) return outcomes;
    await spool.append(encoded.join(','), encoded.length);
    for (const key of taken) this.#recent.set(key, true);
    this.#accepted += encoded.length;
    return outcomes;
  }

  /** Loads what a hit needs before it can be finished; undefined if nothing is missing, as for most hits. */
  #prepare(draft: Draft): Promise<unknown> | undefined {
    const place = draft.raw.address === '' ? null : this.#options.places.ready(draft.raw.address);
    const salt = identifies(draft) ? this.#takeSalt(draft, draft.day ?? 0) : null;
    return place || salt ? Promise.all([place, salt]) : undefined;
  }

  /** Refreshes the websites, at most once a second: another process may just have registered an unknown one. */
  async #mayBeNew(): Promise<boolean> {
    const { websites, now } = this.#options;
    if (now() - this.#refreshedAt < REFRESH_EVERY) return false;
    this.#refreshedAt = now();
    return websites.refresh().then(
      () => true,
      () => false,
    );
  }

  /** Writes what was counted about dropped hits; keeps it while the database is unavailable. */
  async flush(): Promise<void> {
    await Promise.all([this.ledger.flush(), this.#unknownHosts.flush()]);
  }

  #note(draft: Draft, reason: DropReason): void {
    // With an API key, the host may belong to another account.
    if (reason === 'unknown_website' && !this.#options.websites.find(draft.host)) this.#unknownHosts.count(draft.host);
    this.ledger.count(draft.website?.id ?? 0, draft.day ?? Math.floor(this.#options.now() / DAY), reason);
  }

  #takeSalt(draft: Draft, day: number): Promise<void> | null {
    const known = this.salts.known(day);
    if (known === undefined) return this.#loadSalt(draft, day);
    draft.salt = known;
    return null;
  }

  async #loadSalt(draft: Draft, day: number): Promise<void> {
    try {
      draft.salt = await this.salts.load(day);
    } catch (cause) {
      throw unavailable('The database is unavailable and the salt for the day of this hit is not loaded.', cause);
    }
  }
}

function unavailable(why: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', `${why} Send the hit again later.`, { retryAfter: 5, cause });
}

/** Counts by IPv4 address or IPv6 /64 within each minute; the next minute drops all counts, which bounds memory. */
function perMinute(limit: number, now: () => number): (address: string) => boolean {
  let minute = 0;
  // An IPv4 address is looked up faster as a number than as a text.
  let counts = new Map<string | number, number>();
  return address => {
    const current = Math.floor(now() / MINUTE);
    if (current !== minute || counts.size > 500_000) {
      minute = current;
      counts = new Map();
    }
    const group = ipv4Number(address) ?? addressGroup(address);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= limit;
  };
}
