import cluster from 'node:cluster';
import { shareGuesses } from '../accounts/guesses.ts';
import type { Database } from '../db/open.ts';
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { forgetWebsites } from '../websites/access.ts';
import { onWebsiteChange } from '../websites/changes.ts';
import type { KnownWebsites } from '../websites/known.ts';
import { talk } from './worker-talk.ts';

/*
 * Any worker can receive a request, so all of them have to act on what one of them learns.
 */

/** In milliseconds. Calls within this time share a message, because one each would cost as much as the response. */
const TELL_CALLS_AFTER = 100;

type Calls = readonly (readonly [caller: string, calls: number])[];

/** Makes website changes in this process known to the other workers at once, and the other way round. */
export function shareChanges(database: Database, websites: KnownWebsites): void {
  if (!cluster.isWorker) return;
  const tell = talk<null>('websites', () => {
    forgetWebsites(database);
    void websites.refresh().catch(() => undefined);
  });
  onWebsiteChange(database, () => tell(null));
}

/**
 * Makes password guesses here count in the other workers, and the other way round, so that the free tries are not
 * multiplied.
 */
export function shareAllGuesses(): void {
  if (!cluster.isWorker) return;
  const note = shareGuesses(guess => tell(guess));
  const tell = talk('guesses', note);
}

/** Returns a limit of `limit` calls per minute that also counts, slightly delayed, the calls in the other workers. */
export function sharedRateLimit(limit: number, now: () => number): RateLimit {
  const own = createRateLimit(limit);
  if (!cluster.isWorker) return own;
  const untold = new Map<string, number>();
  const tell = talk<Calls>('calls', told => {
    for (const [caller, calls] of told) own.note(caller, calls, now());
  });
  return {
    note: own.note,
    take(caller, time) {
      const allowance = own.take(caller, time);
      if (!allowance.allowed) return allowance;
      if (untold.size === 0)
        setTimeout(() => {
          tell([...untold]);
          untold.clear();
        }, TELL_CALLS_AFTER).unref();
      untold.set(caller, (untold.get(caller) ?? 0) + 1);
      return allowance;
    },
  };
}
