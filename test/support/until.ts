import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, only to end what hangs: a little less than vitest waits for a test. */
export const PATIENCE = Number(process.env.TEST_TIMEOUT ?? 120_000) * 0.9;

/** Milliseconds between the first two calls, and at most between later ones. */
const PAUSES = { first: 5, longest: 50 };

/** Calls `isSo` until it returns true; rejects with what was waited for if it does not within `patience` ms. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string | (() => string),
  patience = PATIENCE,
): Promise<void> {
  const end = performance.now() + patience;
  for (let pause = PAUSES.first; !(await isSo()); pause = Math.min(PAUSES.longest, 2 * pause)) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${typeof what === 'string' ? what : what()}`);
    await sleep(pause);
  }
}
