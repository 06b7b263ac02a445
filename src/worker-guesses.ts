import cluster from 'node:cluster';
import { type Guess, shareGuesses } from './accounts/guesses.ts';

/*
 * Of several workers any may be asked for a password: who guesses must not get the free tries of each. They tell each other,
 * over the process above them, and nothing of it is written anywhere, since it names addresses.
 */

const GUESSED = 'footfall:guessed';

interface Told extends Guess {
  readonly type: typeof GUESSED;
}

/** In a worker: what is guessed here counts in the others, and the other way round. */
export function tellGuesses(): void {
  const note = shareGuesses(guess => process.send?.({ type: GUESSED, ...guess } satisfies Told));
  process.on('message', (message: Partial<Told> | null) => {
    if (message?.type === GUESSED) note(message as Told);
  });
}

/** In the process above the workers: passes on what each tells to the others. */
export function passGuessesOn(): void {
  cluster.on('message', (from, message: Partial<Told> | null) => {
    if (message?.type !== GUESSED) return;
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker && worker !== from && worker.isConnected()) worker.send(message);
  });
}
