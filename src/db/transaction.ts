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
const ENDING: readonly Fault[] = ['retry', 'away', 'damaged', 'slow'];

/** Where a transaction runs. */
interface Place {
  readonly sequelize: Sequelize;
  /** For models. */
  readonly connection: unknown;
  /** For statements. */
  readonly executor: Executor;
  readonly faultOf: (error: unknown) => Fault;
}

/** Runs `work` with a transaction that has begun. Once `work` is over, its models and statements throw. */
export async function withTransaction<T>(
  { sequelize, connection, executor, faultOf }: Place,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const models = Object.assign(new ModelTransaction(sequelize, {}), { connection });
  const statements = new Statements(executor, faultOf);
  try {
    return await work({ all: statements.all, run: statements.run, write: statements.write, models });
  } finally {
    Object.assign(models, { finished: 'ended' });
    statements.end(new Error('A statement came after the end of its transaction.'));
  }
}

/**
 * The statements of a transaction, one after another, and none after one with which the engine can have ended it: on its
 * own, each of them would be committed.
 */
class Statements implements Executor {
  readonly #executor: Executor;
  readonly #faultOf: (error: unknown) => Fault;
  #last: Promise<unknown> = Promise.resolve();
  /** The statements that nothing has followed yet, and that have not begun. */
  #writes: { readonly statements: string[]; readonly over: Promise<void> } | undefined;
  #ended: { readonly error: unknown } | undefined;

  constructor(executor: Executor, faultOf: (error: unknown) => Fault) {
    this.#executor = executor;
    this.#faultOf = faultOf;
  }

  readonly all = <T>(sql: string, params?: readonly Param[]) => this.#next(() => this.#executor.all<T>(sql, params));

  readonly run = (sql: string, params?: readonly Param[]) => this.#next(() => this.#executor.run(sql, params));

  /** Statements that wait for the same one are given to the engine at once. */
  readonly write = (...statements: string[]): Promise<void> => {
    if (this.#writes === undefined) {
      const writes = [...statements];
      const over = this.#next(() => {
        if (this.#writes?.statements === writes) this.#writes = undefined;
        return this.#executor.write(...writes);
      });
      this.#writes = { statements: writes, over };
    } else this.#writes.statements.push(...statements);
    return this.#writes.over;
  };

  /** Makes all statements that have not begun throw this error. */
  end(error: unknown): void {
    this.#ended ??= { error };
  }

  #next<T>(statement: () => Promise<T>): Promise<T> {
    this.#writes = undefined;
    const running = this.#last.then(() => {
      if (this.#ended) throw this.#ended.error;
      return statement();
    });
    this.#last = running.catch(error => {
      if (ENDING.includes(this.#faultOf(error))) this.end(error);
    });
    // The next one begins before the rows of this one are used.
    return running.then(result => result);
  }
}
