import sqlite3 from 'sqlite3';
import type { Executor, Param, Row } from './dialect.ts';

/** One open SQLite file; statements run in the order they were given, on a thread of libuv's pool. */
export interface SqliteFile extends Executor {
  exec(sql: string): Promise<void>;
  /** Ends whatever runs at the moment, which then rejects with SQLITE_INTERRUPT. */
  interrupt(): void;
  close(): Promise<void>;
}

/** Opens (and creates) a SQLite file and runs `pragmas` before anything else. Rejects with the engine's own error. */
export async function openSqliteFile(path: string, pragmas: string): Promise<SqliteFile> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened: sqlite3.Database = new sqlite3.Database(path, error => (error ? reject(error) : resolve(opened)));
  });
  const exec = (sql: string) =>
    new Promise<void>((resolve, reject) => database.exec(sql, error => (error ? reject(error) : resolve())));
  try {
    await exec(pragmas);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    exec,
    interrupt() {
      try {
        database.interrupt();
      } catch {
        // The driver refuses it while it closes, and then nobody waits for the statement any more.
      }
    },
    all: <T = Row>(sql: string, params: readonly Param[] = []) =>
      new Promise<T[]>((resolve, reject) =>
        database.all(sql, params, (error, rows) => (error ? reject(error) : resolve(rows as T[]))),
      ),
    run: (sql, params = []) =>
      new Promise<number>((resolve, reject) =>
        database.run(sql, params, function (error) {
          if (error) reject(error);
          else resolve(this.changes);
        }),
      ),
    close: () => new Promise<void>((resolve, reject) => database.close(error => (error ? reject(error) : resolve()))),
  };
}
