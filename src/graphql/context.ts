import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import type { Mailing } from '../reports/test-report.ts';
import { createStatsLoader, type Reading } from '../stats/loader.ts';
import type { AnswerLoader } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** Who asks and what is open to them; the server finds it out from the key or the cookies before anything runs. */
export interface Caller {
  readonly viewer: Viewer | null;
  /** Who asks by now, for answers that go on: null after a sign-out, or when the key was revoked. Throws UNAVAILABLE. */
  viewerNow(): Promise<Viewer | null>;
  /** Where the request comes from, as canonical text; empty when that is not known. */
  readonly address: string;
  /** Finds the request in the log. */
  readonly requestId: string;
  /** Whether this caller has shown the password of the website's statistics page. */
  unlocked(website: Website): boolean | Promise<boolean>;
}

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
