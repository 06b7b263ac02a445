import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, only to end what hangs: a little less than vitest waits for a test. */
export const PATIENCE = Number(process.env.TEST_TIMEOUT ?? 120_000) * 0.9;

const BETWEEN = 10;

/** Calls `isSo` until it returns true; rejects if it never does, with what `what` returns. */
export async function until(isSo: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Still waiting for ${what()}`);
    await sleep(BETWEEN);
  }
}
