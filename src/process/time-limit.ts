import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the result of `work`, or undefined if it takes longer; the work itself continues. Rejects as `work` does. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, sleep(milliseconds, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
