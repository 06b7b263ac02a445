import sqlite3 from 'sqlite3';
import type { SqliteFile } from './sqlite-file.ts';

type Callback = (this: unknown, error: Error | null, rows?: unknown[]) => void;

/** Finds the file that a statement runs on, waits for its turn there and runs it. */
export type RunStatement = <T>(kind: 'read' | 'write', statement: (file: SqliteFile) => Promise<T>) => Promise<T>;

/** The part of the driver's Database class that Sequelize calls; its statements queue with the dialect's. */
export class SqliteConnection {
  readonly #runStatement: RunStatement;

  constructor(runStatement: RunStatement) {
    this.#runStatement = runStatement;
  }

  all(sql: string, params: unknown, callback?: Callback): void {
    // Sequelize asks for the column types of a table before every SELECT; no column here needs its parsers.
    if (sql.startsWith('PRAGMA table_info')) (typeof params === 'function' ? params : callback)?.call(this, null, []);
    else this.#perform('all', sql, params, callback);
  }

  run(sql: string, params: unknown, callback?: Callback): void {
    this.#perform('run', sql, params, callback);
  }

  serialize(work: () => void): void {
    work();
  }

  close(callback: (error: null) => void): void {
    callback(null);
  }

  #perform(method: 'all' | 'run', sql: string, params: unknown, callback: Callback | undefined): void {
    const kind = /^\s*SELECT\b/i.test(sql) ? 'read' : 'write';
    this.#runStatement(kind, file => file.perform(method, sql, params)).then(
      ({ context, rows }) => callback?.call(context, null, rows),
      error => callback?.call(this, error),
    );
  }
}

/** Returns a driver for Sequelize that opens no file; its statements go to `runStatement`. */
export function driverOf(runStatement: RunStatement): object {
  class ModelConnection extends SqliteConnection {
    constructor(_path: string, _mode: number, opened: (error: null) => void) {
      super(runStatement);
      // Sequelize stores the returned connection before it uses it, so `opened` must be called after the constructor
      // returns.
      queueMicrotask(() => opened(null));
    }
  }
  return { ...sqlite3, Database: ModelConnection };
}

/** Returns a connection for models that runs all their statements on this file. */
export function connectionOn(file: SqliteFile): SqliteConnection {
  return new SqliteConnection((_kind, statement) => statement(file));
}
