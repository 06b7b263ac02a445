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

/** How many statements with bound values a file keeps prepared, and the most characters of one. */
const KEPT = { statements: 8, characters: 1_000 };

/** A reader must not recreate a file that has just been removed. */
const READ_ONLY = sqlite3.OPEN_READONLY;
const READ_AND_WRITE = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;

/** The engine does not say which file it cannot open. */
function named(error: Error, path: string): Error {
  error.message = `${error.message}: ${path}`;
  return error;
}

/** Opens a SQLite file, created unless `access` is `read`, and runs `pragmas`. Rejects with the engine's error. */
export async function openSqliteFile(
  path: string,
  pragmas: string,
  { access, onStatement }: SqliteFileOptions = {},
): Promise<SqliteFile> {
  const mode = access === 'read' ? READ_ONLY : READ_AND_WRITE;
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, mode, error => (error ? reject(named(error, path)) : resolve(opened)));
  });
  // The engine runs one statement of a file at a time; others would only keep threads of libuv's pool waiting.
  database.serialize();
  /** How many statements have been given to the driver and are not over. */
  let running = 0;
  const exec = (sql: string) => {
    running++;
    return new Promise<void>((resolve, reject) =>
      database.exec(sql, error => {
        running--;
        if (error) reject(error);
        else resolve();
      }),
    );
  };
  const perform: SqliteFile['perform'] = (method, sql, params) => {
    onStatement?.(sql);
    running++;
    return new Promise((resolve, reject) =>
      database[method](sql, params, function (this: unknown, error: Error | null, rows?: unknown[]) {
        running--;
        if (error) reject(error);
        else resolve({ context: this, rows });
      }),
    );
  };
  const kept = new KeptStatements(database);
  const all = async (sql: string, params: readonly Param[] = []): Promise<unknown[]> => {
    // The driver runs a prepared statement at once, even before others that were given earlier.
    if (params.length === 0 || sql.length > KEPT.characters || running > 0)
      return (await perform('all', sql, params)).rows as unknown[];
    onStatement?.(sql);
    running++;
    return kept.all(sql, params).finally(() => running--);
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
    all: async <T = Row>(sql: string, params?: readonly Param[]) => (await all(sql, params)) as T[],
    run: async (sql, params = []) => ((await perform('run', sql, params)).context as { changes: number }).changes,
    // Before the driver runs any other statement, it waits for this thread once more.
    write: (...statements) => {
      for (const sql of statements) onStatement?.(sql);
      return exec(statements.join(';'));
    },
    close: () =>
      new Promise<void>((resolve, reject) => {
        kept.finalize();
        database.close(error => (error ? reject(error) : resolve()));
      }),
  };
}

/** Statements of one file that read, prepared once: the driver waits for this thread between preparing one and running it. */
class KeptStatements {
  readonly #database: sqlite3.Database;
  /** By their text; the one used last is the last. */
  readonly #statements = new Map<string, sqlite3.Statement>();

  constructor(database: sqlite3.Database) {
    this.#database = database;
  }

  all(sql: string, params: readonly Param[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        this.#statements.delete(sql);
        reject(error);
      };
      // The driver runs it as soon as it is prepared, before any other statement.
      const statement = this.#statements.get(sql) ?? this.#database.prepare(sql, error => error && failed(error));
      this.#keep(sql, statement);
      statement.all(params, (error: Error | null, rows: unknown[]) => {
        if (!error) return resolve(rows);
        // One that met a lock would keep its own.
        statement.finalize();
        failed(error);
      });
    });
  }

  /** The file cannot be closed before. */
  finalize(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
  }

  #keep(sql: string, statement: sqlite3.Statement): void {
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.size > KEPT.statements ? this.#statements : [];
    if (!oldest) return;
    this.#statements.delete(oldest[0]);
    oldest[1].finalize();
  }
}
