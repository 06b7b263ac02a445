import { AsyncLocalStorage } from 'node:async_hooks';
import { busy } from './sqlite-fault.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** The only connection that writes: transactions queue for it, and locks of other processes are waited for. */
export class SqliteWriter {
  readonly #open: () => Promise<SqliteFile>;
  readonly #timeout: number;
  /** The transaction that the calling code runs in. */
  readonly #within = new AsyncLocalStorage<{ ended: boolean }>();
  #file: Promise<SqliteFile> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closing = false;

  /** Calls `open` on first use, and again after it has failed; everything waits at most `timeout` ms. */
  constructor(open: () => Promise<SqliteFile>, timeout: number) {
    this.#open = open;
    this.#timeout = timeout;
  }

  /** Runs one statement when its turn comes. */
  write<T>(statement: (file: SqliteFile) => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#unlocked(async () => statement(await this.#opened())));
  }

  /** Runs `work` in one transaction when its turn comes; it is rolled back when `work` throws. */
  transaction<T>(work: (file: SqliteFile) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const file = await this.#opened();
      await this.#unlocked(() => file.run('BEGIN IMMEDIATE'));
      const state = { ended: false };
      try {
        const result = await this.#within
          .run(state, () => work(file))
          .finally(() => {
            state.ended = true;
          });
        await file.run('COMMIT');
        return result;
      } catch (error) {
        await file.run('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Ends all waits for other processes, and closes the connection once nothing is queued. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#turn;
    await (await this.#file)?.close();
  }

  #opened(): Promise<SqliteFile> {
    this.#file ??= this.#open().catch(error => {
      this.#file = undefined;
      throw error;
    });
    return this.#file;
  }

  /** Work is dropped if its caller has given up by its turn; otherwise waits behind a locked file would add up. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    // This write would wait for the transaction, which waits for this write, and every later write would wait behind
    // both.
    if (this.#within.getStore()?.ended === false)
      return Promise.reject(new Error('A write inside a transaction was not given that transaction.'));
    const until = performance.now() + this.#timeout;
    const begin = () => {
      if (performance.now() <= until) return work();
      throw busy('The database file was locked for too long.');
    };
    const mine = this.#turn.then(begin);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Repeats work that meets the lock of another process until `timeout` has passed or the database is closed. */
  async #unlocked<T>(begin: () => Promise<T>): Promise<T> {
    for (const until = performance.now() + this.#timeout; ; ) {
      if (this.#closing) throw busy('The database file is being closed.');
      try {
        return await begin();
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > until) throw error;
      }
    }
  }
}
