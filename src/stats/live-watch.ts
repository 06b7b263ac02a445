import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Website } from '../websites/website.ts';
import { type Live, readLive } from './live.ts';
import type { Reading } from './loader.ts';

const EVERY = 5_000;
const LASTS = 3_600_000;
/** More at once would be more than a gateway can tell every five seconds. */
const MOST = 2_000;

let watching = 0;

/**
 * Who is on a website, at once and then every five seconds for an hour. `look` finds the website anew each time, and what it
 * throws ends the watch: rights may change meanwhile.
 */
export async function* watchLive(
  reading: Reading,
  look: () => Promise<Pick<Website, 'id' | 'timezone'>>,
  now: () => number,
): AsyncGenerator<Live, void> {
  if (watching >= MOST) throw new AppError('UNAVAILABLE', 'Too many watch at the moment; ask for `live` by itself.');
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
