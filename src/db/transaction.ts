import { setTimeout as sleep } from 'node:timers/promises';
import { Transaction as ModelTransaction, type Sequelize } from 'sequelize';
import type { Dialect, Executor, Fault, Param, Transaction } from './dialect.ts';

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

/** Faults with which an engine can have ended a transaction. */
const ENDING: readonly Fault[] = ['retry', 'away', 'slow'];

/**
 * Runs the statements of a transaction one after another, and none after one with which the engine can have ended it: on
 * its own, each of them would be committed.
 */
export function untilEnded({ all, run }: Executor, faultOf: (error: unknown) => Fault): Executor {
  let last: Promise<unknown> = Promise.resolve();
  let ended: { readonly error: unknown } | undefined;
  const next = <T>(statement: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => {
      if (ended) throw ended.error;
      return statement();
    });
    last = mine.catch(error => {
      if (ENDING.includes(faultOf(error))) ended ??= { error };
    });
    return mine;
  };
  return {
    all: <T>(sql: string, params?: readonly Param[]) => next(() => all<T>(sql, params)),
    run: (sql, params) => next(() => run(sql, params)),
  };
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
