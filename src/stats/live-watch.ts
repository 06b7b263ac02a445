import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Website } from '../websites/website.ts';
import { type Live, readLive } from './live.ts';
import type { Reading } from './loader.ts';

const EVERY = 5_000;
const LASTS = 3_600_000;
/** A gateway could not serve more every five seconds. */
const MOST = 2_000;

let watching = 0;

/**
 * Yields the live visitors of a website, at once and then every five seconds for an hour. `look` loads the website each
 * time, and an error it throws ends the subscription, because permissions may change meanwhile. Throws UNAVAILABLE when
 * too many subscriptions are open.
 */
export async function* watchLive(
  reading: Reading,
  look: () => Promise<Pick<Website, 'id' | 'timezone'>>,
  now: () => number,
): AsyncGenerator<Live, void> {
  if (watching >= MOST)
    throw new AppError('UNAVAILABLE', 'Too many live subscriptions are open at the moment. Query `live` instead.');
  watching++;
  try {
    const until = performance.now() + LASTS;
    while (performance.now() < until) {
      yield await readLive(reading, await look(), now());
      await sleep(EVERY, undefined, { ref: false });
    }
  } finally {
    watching--;
  }
}
