import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds; a request that was waiting is answered within them. */
const PAUSE = 25;

type Imports<Modules extends readonly unknown[]> = { readonly [At in keyof Modules]: () => Promise<Modules[At]> };

/** Imports modules one after the other, with pauses for requests, because nothing else runs while a module is loaded. */
export async function loadInSteps<Modules extends readonly unknown[]>(...imports: Imports<Modules>): Promise<Modules> {
  const modules: unknown[] = [];
  for (const load of imports) {
    await sleep(PAUSE);
    modules.push(await load());
  }
  return modules as unknown as Modules;
}
