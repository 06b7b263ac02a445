import { setTimeout as sleep } from 'node:timers/promises';
import { type Import, isOver } from './imports.ts';

const LOOK = 500;
const WATCHED_FOR = 3_600_000;

/** Yields an import at once and whenever it has changed, until it is over or an hour has passed. */
export async function* watchImport(look: () => Promise<Import>): AsyncGenerator<Import, void> {
  let told = '';
  for (const until = performance.now() + WATCHED_FOR; performance.now() < until; ) {
    const now = await look();
    const text = JSON.stringify(now);
    if (text !== told) yield now;
    told = text;
    if (isOver(now)) return;
    await sleep(LOOK, undefined, { ref: false });
  }
}
