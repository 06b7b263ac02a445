import { setTimeout as sleep } from 'node:timers/promises';
import { Transaction as ModelTransaction, type Sequelize } from 'sequelize';
import type { Dialect, Transaction } from './dialect.ts';

const ATTEMPTS = 5;
/** A conflict resolves almost at once; a transaction that has waited longer will be locked out again. */
const PATIENCE = 3_000;

/** Runs one transaction again after each conflict with another, so `work` must change only the database. */
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

/** Runs `work` with a transaction on `connection` for models, which throw if they are given it after its end. */
export async function withModelTransaction<T>(
  sequelize: Sequelize,
  connection: unknown,
  work: (models: ModelTransaction) => Promise<T>,
): Promise<T> {
  const models = Object.assign(new ModelTransaction(sequelize, {}), { connection });
  try {
    return await work(models);
  } finally {
    Object.assign(models, { finished: 'ended' });
  }
}
