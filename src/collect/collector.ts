import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import { encodeHit } from '../domain/hit.ts';
import { addressGroup } from '../domain/ip-addresses.ts';
import { AppError } from '../errors.ts';
import type { Spool } from '../spool/spool.ts';
import type { KnownWebsites } from '../websites/known.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Places } from './place.ts';
import type { DropReason, Outcome, RawHit } from './raw-hit.ts';
import { Salts } from './salts.ts';
import { type Draft, finish, identifies, repeatKey, STEPS, type World } from './steps.ts';

export interface CollectorOptions {
  readonly database: Database;
  readonly spool: Spool;
  readonly websites: KnownWebsites;
  readonly places: Places;
  /** Hits per minute from one address on the public endpoint. */
  readonly rateLimit: number;
  readonly now: () => number;
}

/** Takes hits from the wire to the durable spool. */
export interface Collector {
  /**
   * Resolves once all accepted hits are durable, with an outcome for each hit, in order. Rejects with UNAVAILABLE if
   * they cannot be judged or stored; then none of them was. `account` is the account of a batch's key.
   */
  collect(raws: readonly RawHit[], account?: number | null): Promise<Outcome[]>;
  readonly ledger: Ledger;
  readonly salts: Salts;
  /** Hits acknowledged since the process started. */
  accepted(): number;
}

const ACCEPTED: Outcome = { status: 'accepted' };
const MINUTE = 60_000;
const REFRESH_EVERY = 1_000;
const DAY = 86_400_000;

export function createCollector({ database, spool, websites, places, rateLimit, now }: CollectorOptions): Collector {
  const ledger = createLedger(database);
  const salts = new Salts(database, now);
  const recent = new LRUCache<string, true>({ maxSize: 200_000, sizeCalculation: () => 1 });
  const admit = perMinute(rateLimit, now);
  let accepted = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const shared = { findWebsite: (host: string) => websites.find(host), places, now, admit };

  async function collect(raws: readonly RawHit[], account: number | null = null): Promise<Outcome[]> {
    if (!websites.ready()) throw unavailable('The websites could not be read from the database yet.');
    // Not among the recent ones yet: until these are durable, other requests must not be told that they were counted.
    const taken = new Set<string>();
    const isRepeat = (key: string) => recent.has(key) || taken.has(key);
    const world: World = { ...shared, account, isRepeat };
    const outcomes: Outcome[] = [];
    const kept: Draft[] = [];
    for (const raw of raws) {
      let draft: Draft = { raw };
      let refused = refuse(draft, world);
      if (refused?.status === 'dropped' && refused.reason === 'unknown_website' && (await mayBeNew())) {
        draft = { raw };
        refused = refuse(draft, world);
      }
      if (refused?.status === 'dropped') note(draft, refused.reason);
      outcomes.push(refused ?? ACCEPTED);
      if (refused) continue;
      const pending = prepare(draft);
      if (pending) await pending;
      kept.push(draft);
      const key = repeatKey(draft);
      if (key !== null) taken.add(key);
    }
    if (kept.length === 0) return outcomes;
    await spool.append(kept.map(draft => encodeHit(finish(draft, world))).join(','), kept.length);
    for (const key of taken) recent.set(key, true);
    accepted += kept.length;
    return outcomes;
  }

  function refuse(draft: Draft, world: World): Outcome | undefined {
    for (const step of STEPS) {
      const verdict = step.run(draft, world);
      if (!verdict) continue;
      if ('drop' in verdict) return { status: 'dropped', reason: verdict.drop };
      return { status: 'rejected', field: verdict.field, reason: verdict.reject };
    }
    return undefined;
  }

  /**
   * Loads what a hit needs before it can be finished; undefined if everything is loaded, so that most hits need not
   * wait.
   */
  function prepare(draft: Draft): Promise<unknown> | undefined {
    const place = draft.raw.address === '' ? null : places.ready(draft.raw.address);
    const salt = identifies(draft) ? takeSalt(draft, draft.day ?? 0) : null;
    return place || salt ? Promise.all([place, salt]) : undefined;
  }

  /**
   * Refreshes the websites, at most once a second, before an unknown one is dropped: another process may just have
   * registered it.
   */
  async function mayBeNew(): Promise<boolean> {
    if (now() - refreshedAt < REFRESH_EVERY) return false;
    refreshedAt = now();
    return websites.refresh().then(
      () => true,
      () => false,
    );
  }

  function note(draft: Draft, reason: DropReason): void {
    ledger.count(draft.website?.id ?? 0, draft.day ?? Math.floor(now() / DAY), reason);
  }

  /** Copies the salt into the draft, because it may be forgotten before the whole batch is ready. */
  function takeSalt(draft: Draft, day: number): Promise<void> | null {
    const known = salts.known(day);
    if (known === undefined) return loadSalt(draft, day);
    draft.salt = known;
    return null;
  }

  async function loadSalt(draft: Draft, day: number): Promise<void> {
    try {
      draft.salt = await salts.load(day);
    } catch (cause) {
      throw unavailable('The database is unavailable and the salt for the day of this hit is not loaded.', cause);
    }
  }

  return { collect, ledger, salts, accepted: () => accepted };
}

function unavailable(why: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', `${why} Send the hit again later.`, { retryAfter: 5, cause });
}

/**
 * Counts by IPv4 address or IPv6 /64 within each minute; all counts are dropped when the next minute begins, which
 * bounds memory.
 */
function perMinute(limit: number, now: () => number): (address: string) => boolean {
  let minute = 0;
  let counts = new Map<string, number>();
  return address => {
    const current = Math.floor(now() / MINUTE);
    if (current !== minute || counts.size > 500_000) {
      minute = current;
      counts = new Map();
    }
    const group = addressGroup(address);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= limit;
  };
}
