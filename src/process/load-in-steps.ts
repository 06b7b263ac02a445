import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds; a request that was waiting is answered within them. */
const PAUSE = 25;

/** Imports modules one after the other, with pauses for requests, because nothing else runs while a module is loaded. */
export async function loadInSteps(...imports: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of imports) {
    await sleep(PAUSE);
    await load();
  }
}
