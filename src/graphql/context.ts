import type { Database } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import type { Mailing } from '../reports/test-report.ts';
import { type AnswerLoader, createStatsLoader, type Reading } from '../stats/loader.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** What every resolver sees: one a request, shared by GraphQL and REST. */
export interface Context extends Caller {
  readonly database: Database;
  readonly stats: AnswerLoader;
  readonly loaders: Loaders;
  /** What the process keeps for reading, for what no loader has to gather. */
  readonly reading: Reading;
  /** How mail leaves; null where there is no mail server. */
  readonly mailing: Mailing | null;
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** A new context for one request; its loaders gather what one request asks, so it must not be shared or kept. */
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
    stats: createStatsLoader(reading),
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
