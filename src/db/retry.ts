import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, Transaction } from './dialect.ts';

const ATTEMPTS = 5;
/**
 * A conflict resolves almost at once; a transaction that has waited longer than this was locked out, and
 * will be again.
 */
const PATIENCE = 3_000;

/**
 * Runs one transaction and repeats it from the start after a conflict with another one, so `work` must change nothing
 * but the database.
 */
export async function retriedTransaction<T>(dialect: Dialect, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (let attempt = 1; ; attempt++) {
    try {
      return await dialect.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || performance.now() > until || dialect.fault(error) !== 'retry') throw error;
      // Two conflicting transactions would conflict again if both retried at the same time.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
