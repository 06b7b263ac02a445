import cluster from 'node:cluster';
import { shareGuesses } from '../accounts/guesses.ts';
import type { Database } from '../db/open.ts';
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts';
import { forgetWebsites } from '../websites/access.ts';
import { onWebsiteChange } from '../websites/changes.ts';
import type { KnownWebsites } from '../websites/known.ts';
import { talk } from './worker-talk.ts';

/*
 * Of several workers any may be asked: what one of them gets to know, all have to act on.
 */

/** Milliseconds. Calls in between are told together: a message for each would cost as much as its answer. */
const TELL_CALLS_AFTER = 100;

type Calls = readonly (readonly [caller: string, calls: number])[];

/** What this process changes about a website is known to the other workers at once, and the other way round. */
export function shareChanges(database: Database, websites: KnownWebsites): void {
  if (!cluster.isWorker) return;
  const tell = talk<null>('websites', () => {
    forgetWebsites(database);
    void websites.refresh().catch(() => undefined);
  });
  onWebsiteChange(database, () => tell(null));
}

/** What is guessed at passwords here counts in the other workers, and the other way round: nobody gets the free tries of each. */
export function shareAllGuesses(): void {
  if (!cluster.isWorker) return;
  const note = shareGuesses(guess => tell(guess));
  const tell = talk('guesses', note);
}

/** A limit of `limit` calls a minute, in which what was called in the other workers counts as well, a moment later. */
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
