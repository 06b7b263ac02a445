import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, Transaction } from '../db/dialect.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { FoldConflict } from './fold-conflict.ts';

const ATTEMPTS = 20;
/** The longest pause between two transactions, in milliseconds; others try every few milliseconds. */
const PAUSE = 15;

/**
 * Runs one transaction of a long piece of work on rollups, again while folds are faster, and then waits for a part of
 * the time that it took: others who want to write do not queue, but try again. `stepped` is called after the commit.
 */
export async function runStep<T>(
  dialect: Dialect,
  work: (tx: Transaction) => Promise<T>,
  stepped?: () => void | Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      let locked = 0;
      const result = await retriedTransaction(dialect, tx => {
        locked = performance.now();
        return work(tx);
      });
      await stepped?.();
      if (dialect.ownsDatabase) await sleep(Math.min(PAUSE, (performance.now() - locked) / 3));
      return result;
    } catch (error) {
      if (!(error instanceof FoldConflict) || attempt === ATTEMPTS) throw error;
    }
}
