import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Options, Sequelize } from 'sequelize';
import sqlite3 from 'sqlite3';
import type { ColumnTypes, Dialect, Executor, Fault } from '../dialect.ts';
import { int } from '../sql.ts';
import { withModelTransaction } from '../transaction.ts';
import { sqliteCatalog } from './sqlite-catalog.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { openSqliteFile, type SqliteFile, watchedFile } from './sqlite-file.ts';
import { createReaders } from './sqlite-readers.ts';

/** Each reader, the writer and the spool occupy one of libuv's four threads while they work. */
const READERS = 2;
/**
 * Milliseconds that one engine call waits for another process; longer waits consist of several calls. A call cannot be
 * cancelled from outside, and the process cannot exit while a call runs.
 */
const BUSY_WAIT = 500;

const DENIED = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'SQLITE_AUTH'];

const types: ColumnTypes = {
  autoId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  tiny: 'INTEGER',
  medium: 'INTEGER',
  integer: 'INTEGER',
  bigint: 'INTEGER',
  hash8: 'BLOB',
  hash16: 'BLOB',
  hash32: 'BLOB',
  bytes: 'BLOB',
  blob: 'BLOB',
  text: () => 'TEXT',
  longText: 'TEXT',
};

/**
 * Embedded SQLite in WAL mode with full sync. One connection writes (transactions queue for it, so that they never meet
 * SQLITE_BUSY inside this process) and a few read, each for `timeout` ms at a time. Sequelize's models write through
 * the same connection and have their own reader. Locks of other processes are waited for.
 */
export function sqliteDialect(
  path: string,
  options: { timeout: number; onStatement: ((sql: string) => void) | undefined },
): Dialect {
  mkdirSync(dirname(path), { recursive: true });
  const pragmas = `PRAGMA busy_timeout=${options.timeout}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY;`;

  const writing = `${pragmas} PRAGMA busy_timeout=${Math.min(BUSY_WAIT, options.timeout)};`;

  const openFile = async (prepared: string) => {
    const file = await openSqliteFile(path, prepared);
    return options.onStatement ? watchedFile(file, options.onStatement) : file;
  };

  let writer: Promise<SqliteFile> | undefined;
  const openWriter = () =>
    (writer ??= openFile(writing).catch(error => {
      writer = undefined;
      throw error;
    }));
  const openReader = () => openFile(pragmas);
  const readers = createReaders(openReader, { most: READERS, timeout: options.timeout });
  // Keys, sessions and websites are read through models and must not wait behind statistics.
  const modelReader = createReaders(openReader, { most: 1, timeout: options.timeout });

  let turn: Promise<unknown> = Promise.resolve();
  /** The transaction that the calling code runs in. */
  const within = new AsyncLocalStorage<{ ended: boolean }>();
  /**
   * Work whose caller has given up by the time its turn comes is dropped; otherwise waits behind a locked file would
   * add up.
   */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // This write would wait for the transaction, which waits for this write, and every later write would wait behind
    // both.
    if (within.getStore()?.ended === false)
      return Promise.reject(new Error('A write inside a transaction was not given that transaction.'));
    const until = performance.now() + options.timeout;
    const begin = () => {
      if (performance.now() <= until) return work();
      throw Object.assign(new Error('The database file was locked for too long.'), { code: 'SQLITE_BUSY' });
    };
    const mine = turn.then(begin);
    turn = mine.catch(() => undefined);
    return mine;
  }

  let closing = false;
  /** Repeats work that meets the lock of another process until `timeout` has passed or the database is closed. */
  async function unlocked<T>(begin: () => Promise<T>): Promise<T> {
    for (const until = performance.now() + options.timeout; ; ) {
      if (closing) throw Object.assign(new Error('The database file is being closed.'), { code: 'SQLITE_BUSY' });
      try {
        return await begin();
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_BUSY' || performance.now() > until) throw error;
      }
    }
  }

  /** Opens a separate connection for work that would keep others waiting too long. */
  async function withFile<T>(work: (file: SqliteFile) => Promise<T>): Promise<T> {
    const file = await openFile(pragmas);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }

  const write = <T>(statement: (file: SqliteFile) => Promise<T>) =>
    inTurn(() => unlocked(async () => statement(await openWriter())));

  class ModelConnection extends SqliteConnection {
    constructor(_path: string, _mode: number, opened: (error: null) => void) {
      super((kind, statement) => (kind === 'read' ? modelReader.read(statement) : write(statement)));
      // Sequelize stores the returned connection before it uses it, so `opened` must be called after the constructor
      // returns.
      queueMicrotask(() => opened(null));
    }
  }
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage: path,
    dialectModule: { ...sqlite3, Database: ModelConnection },
    logging: false,
    // The writer sets the pragma behind this option; waiting for locks is also handled there.
    foreignKeys: false,
    retry: { max: 1 },
  } as Options);

  return {
    name: 'sqlite',
    sequelize,
    types,
    catalog: sqliteCatalog(path, target => withFile(async file => void (await file.run('VACUUM INTO ?', [target])))),
    tableOptions: clustered => (clustered ? ' WITHOUT ROWID' : ''),
    onConflict: (key, add, set = []) =>
      ` ON CONFLICT(${key.join(',')}) DO ${
        add.length + set.length === 0
          ? 'NOTHING'
          : `UPDATE SET ${[...add.map(column => `${column}=COALESCE(${column}+excluded.${column},${column},excluded.${column})`), ...set.map(column => `${column}=excluded.${column}`)].join(',')}`
      }`,
    // SQLite's DELETE has no LIMIT, and clustered tables have no row ids.
    deleteSome: (table, key, where, limit) =>
      `DELETE FROM ${table} WHERE (${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT ${limit})`,
    forUpdate: '',
    concat: expression => `GROUP_CONCAT(${expression})`,
    join: (...expressions) => expressions.join('||'),
    thenJoin: 'CROSS JOIN',
    among: (column, numbers) => `${column} IN (${numbers.map(int).join(',')})`,
    numbers: 'SELECT value FROM json_each(?)',
    pairs: "SELECT json_extract(value, '$[0]') AS a, json_extract(value, '$[1]') AS b FROM json_each(?)",
    like: column => `${column} LIKE ?`,
    all: (sql, params) => readers.read(file => file.all(sql, params)),
    run: (sql, params) => write(file => file.run(sql, params)),
    transaction: work =>
      inTurn(async () => {
        const file = await openWriter();
        await unlocked(() => file.run('BEGIN IMMEDIATE'));
        try {
          const state = { ended: false };
          const result = await withModelTransaction(sequelize, connectionOn(file), models =>
            within.run(state, () => work({ ...executorOn(file), models })),
          ).finally(() => {
            state.ended = true;
          });
          await file.run('COMMIT');
          return result;
        } catch (error) {
          await file.run('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    snapshot: work =>
      withFile(async file => {
        // The first statement that reads determines which state the snapshot shows.
        await file.run('BEGIN');
        await file.all('SELECT 1 FROM sqlite_master LIMIT 1');
        return withModelTransaction(sequelize, connectionOn(file), models => work({ ...executorOn(file), models }));
      }),
    exclusively: async (lock, work) => {
      const held = await openSqliteFile(`${path}.${lock}.lock`, 'PRAGMA busy_timeout=60000;');
      try {
        await held.run('BEGIN EXCLUSIVE');
        return await work();
      } finally {
        await held.close();
      }
    },
    fault: sqliteFault,
    denies: error => DENIED.includes((error as { code?: string } | null)?.code ?? ''),
    async close() {
      closing = true;
      await turn;
      await Promise.all([writer?.then(file => file.close()), readers.close(), modelReader.close(), sequelize.close()]);
    },
  };
}

/** Returns a connection for models that runs all their statements on this file. */
function connectionOn(file: SqliteFile): SqliteConnection {
  return new SqliteConnection((_kind, statement) => statement(file));
}

function executorOn({ all, run }: SqliteFile): Executor {
  return { all, run };
}

function sqliteFault(error: unknown): Fault {
  const known = (error ?? {}) as {
    code?: string;
    name?: string;
    message?: string;
    original?: unknown;
    parent?: unknown;
  };
  const code = known.code ?? '';
  if (code === 'SQLITE_INTERRUPT') return 'slow';
  if (code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED') return 'retry';
  if (code === 'SQLITE_CONSTRAINT' && /UNIQUE|PRIMARY/.test(known.message ?? '')) return 'duplicate';
  if (known.name === 'SequelizeUniqueConstraintError') return 'duplicate';
  if (['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_NOMEM'].includes(code))
    return 'away';
  const inner = known.original ?? known.parent;
  if (inner && inner !== error) return sqliteFault(inner);
  return 'other';
}
