import { setTimeout as sleep } from 'node:timers/promises';
import type { Website } from '../websites/website.ts';
import { type Live, readLive } from './live.ts';
import type { Reading } from './loader.ts';

const EVERY = 5_000;
const LASTS = 3_600_000;

/**
 * Who is on a website, at once and then every five seconds for an hour. `look` finds the website anew each time, and what it
 * throws ends the watch: rights may change meanwhile.
 */
export async function* watchLive(
  reading: Reading,
  look: () => Promise<Pick<Website, 'id' | 'timezone'>>,
  now: () => number,
): AsyncGenerator<Live, void> {
  const until = performance.now() + LASTS;
  while (performance.now() < until) {
    yield await readLive(reading, await look(), now());
    await sleep(EVERY);
  }
}
