import sqlite3 from 'sqlite3';
import type { Executor, Param, Row } from '../dialect.ts';

/** One open SQLite file; statements run in the order they were given, on a thread of libuv's pool. */
export interface SqliteFile extends Executor {
  exec(sql: string): Promise<void>;
  /** Prepares a statement that runs many times; call `finalize` when done, or the file cannot be closed. */
  prepare(sql: string): Promise<SqliteStatement>;
  /** Runs one statement; `context` is the `this` of the driver's callback, with `lastID` and `changes` after `run`. */
  perform(
    method: 'all' | 'run',
    sql: string,
    params: unknown,
  ): Promise<{ context: unknown; rows: unknown[] | undefined }>;
  /** Interrupts the running statements, which then reject with SQLITE_INTERRUPT. */
  interrupt(): void;
  close(): Promise<void>;
}

export interface SqliteStatement {
  run(params: readonly Param[]): Promise<void>;
  finalize(): Promise<void>;
}

interface SqliteFileOptions {
  readonly access?: 'read';
  /** Called with the text of every statement before it runs, except pragmas and prepared ones. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** A reader must not recreate a file that has just been removed. */
const READ_ONLY = sqlite3.OPEN_READONLY;
const READ_AND_WRITE = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;

/** Opens a SQLite file, created unless `access` is `read`, and runs `pragmas`. Rejects with the engine's error. */
export async function openSqliteFile(
  path: string,
  pragmas: string,
  { access, onStatement }: SqliteFileOptions = {},
): Promise<SqliteFile> {
  const mode = access === 'read' ? READ_ONLY : READ_AND_WRITE;
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, mode, error => (error ? reject(error) : resolve(opened)));
  });
  // The engine runs one statement of a file at a time; others would only keep threads of libuv's pool waiting.
  database.serialize();
  const exec = (sql: string) =>
    new Promise<void>((resolve, reject) => database.exec(sql, error => (error ? reject(error) : resolve())));
  const perform: SqliteFile['perform'] = (method, sql, params) => {
    onStatement?.(sql);
    return new Promise((resolve, reject) =>
      database[method](sql, params, function (this: unknown, error: Error | null, rows?: unknown[]) {
        if (error) reject(error);
        else resolve({ context: this, rows });
      }),
    );
  };
  try {
    await exec(pragmas);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    exec,
    prepare: sql =>
      new Promise((resolve, reject) => {
        const statement = database.prepare(sql, error =>
          error
            ? reject(error)
            : resolve({
                run: params =>
                  new Promise((done, failed) => statement.run(params, error => (error ? failed(error) : done()))),
                finalize: () => new Promise(done => statement.finalize(() => done())),
              }),
        );
      }),
    perform,
    interrupt() {
      try {
        database.interrupt();
      } catch {
        // The driver refuses to interrupt while it closes; by then, no caller waits for the statement.
      }
    },
    all: async <T = Row>(sql: string, params: readonly Param[] = []) => (await perform('all', sql, params)).rows as T[],
    run: async (sql, params = []) => ((await perform('run', sql, params)).context as { changes: number }).changes,
    // Before the driver runs any other statement, it waits for this thread once more.
    write: sql => {
      onStatement?.(sql);
      return exec(sql);
    },
    close: () => new Promise<void>((resolve, reject) => database.close(error => (error ? reject(error) : resolve()))),
  };
}
