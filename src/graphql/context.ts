import type { Database } from '../db/open.ts';
import { addressGroup } from '../domain/ip-addresses.ts';
import type { Caller } from '../http/caller.ts';
import type { Mailing } from '../reports/test-report.ts';
import type { Asker } from '../stats/budget.ts';
import { type AnswerLoader, createStatsLoader, type Reading } from '../stats/loader.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** The context of every resolver, one per request; GraphQL and REST share it. */
export interface Context extends Caller {
  readonly database: Database;
  readonly stats: AnswerLoader;
  readonly loaders: Loaders;
  /** The process-wide state of the read path, for reads that need no batching. */
  readonly reading: Reading;
  /** The way mail is sent; null without a mail server. */
  readonly mailing: Mailing | null;
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/**
 * Returns a new context for one request; its loaders batch the reads of that request, so it must not be shared or kept.
 */
export function createContext(
  reading: Reading,
  caller: Caller,
  now: () => number = Date.now,
  mailing: Mailing | null = null,
): Context {
  const { viewer, address, requestId } = caller;
  let loaders: Loaders | undefined;
  return {
    viewer,
    viewerNow: () => caller.viewerNow(),
    address,
    requestId,
    unlocked: website => caller.unlocked(website),
    database: reading.database,
    stats: createStatsLoader(reading, askerOf(caller)),
    // Most requests use none of the loaders.
    get loaders() {
      loaders ??= createLoaders(reading, now);
      return loaders;
    },
    reading,
    mailing,
    now,
  };
}

/** Returns the caller as the read path shares its time: strangers by IP address, keys and sessions by account. */
function askerOf({ viewer, address }: Pick<Caller, 'viewer' | 'address'>): Asker {
  if (viewer === null) return { kind: 'stranger', of: addressGroup(address) };
  return { kind: viewer.via.kind === 'key' ? 'key' : 'member', of: String(viewer.account.id) };
}
