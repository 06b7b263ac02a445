import { dirname } from 'node:path';
import { type Options, Sequelize } from 'sequelize';
import { makeFolder } from '../../process/durable.ts';
import type { Bound, Catalog, Dialect, Fault, Param, Row, StatementOptions, Transaction } from '../dialect.ts';
import { int } from '../sql.ts';
import { withTransaction } from '../transaction.ts';
import { sqliteCatalog } from './sqlite-catalog.ts';
import { busy, DENIED, sqliteFault } from './sqlite-fault.ts';
import { openSqliteFile, type SqliteFile } from './sqlite-file.ts';
import { connectionOn, driverOf } from './sqlite-model-driver.ts';
import { SqliteReaders } from './sqlite-readers.ts';
import { TYPES } from './sqlite-types.ts';
import { SqliteWriter } from './sqlite-writer.ts';

export const LIMITS = {
  /** Each reader, the writer and the spool occupy one of libuv's four threads while they work. */
  readers: 2,
  /**
   * Milliseconds that one engine call waits for another process; longer waits consist of several calls. In one call, the
   * engine sleeps longer and longer, up to 100 ms, and so misses the pauses of long work. A call cannot be cancelled from
   * outside, and the process cannot exit while a call runs.
   */
  busyWait: 10,
};

/** KiB of pages that a connection keeps in memory. */
const CACHE = 32_000;

interface SqliteOptions extends StatementOptions {
  /** The same of those that only read, if it should be less. */
  readonly readCache?: number | undefined;
}

/** Connections for snapshots that stay open, because opening one takes longer than most of what it reads. */
const MOST_IDLE = 2;

/** SQLite in WAL mode with full sync. One connection writes, a few read, and models have a reader of their own. */
export class SqliteDialect implements Dialect {
  readonly name = 'sqlite';
  readonly sequelize: Sequelize;
  readonly types = TYPES;
  readonly catalog: Catalog;
  readonly forUpdate = '';
  readonly ownsDatabase = true;
  readonly limitsDeletes = false;
  readonly thenJoin = 'CROSS JOIN';
  readonly numbers = 'SELECT value FROM json_each(?)';
  readonly pairs = "SELECT json_extract(value, '$[0]') AS a, json_extract(value, '$[1]') AS b FROM json_each(?)";
  readonly #path: string;
  readonly #options: SqliteOptions;
  readonly #writer: SqliteWriter;
  readonly #readers: SqliteReaders;
  /** Keys, sessions and websites are read through models and must not wait behind statistics. */
  readonly #modelReader: SqliteReaders;
  /** Connections of their own that are being opened or used, each with the work that uses it. */
  readonly #apart = new Map<Promise<SqliteFile>, Promise<unknown>>();
  /** Those of them that are free. */
  readonly #idle: SqliteFile[] = [];
  #isClosing = false;

  constructor(path: string, options: SqliteOptions) {
    makeFolder(dirname(path));
    const { timeout, readCache = CACHE } = options;
    this.#path = path;
    this.#options = options;
    this.#writer = new SqliteWriter(() => this.#open(CACHE, Math.min(LIMITS.busyWait, timeout)), timeout);
    this.#readers = new SqliteReaders(() => this.#open(readCache), { most: LIMITS.readers, timeout });
    this.#modelReader = new SqliteReaders(() => this.#open(readCache), { most: 1, timeout });
    this.catalog = sqliteCatalog(path, target =>
      this.#withFile(async file => void (await file.run('VACUUM INTO ?', [target]))),
    );
    this.sequelize = new Sequelize({
      dialect: 'sqlite',
      storage: path,
      dialectModule: driverOf((kind, statement) =>
        kind === 'read' ? this.#modelReader.read(statement) : this.#writer.write(statement),
      ),
      logging: false,
      // The writer sets the pragma behind this option; waiting for locks is also handled there.
      foreignKeys: false,
      retry: { max: 1 },
    } as Options);
  }

  tableOptions(clustered: boolean): string {
    return clustered ? ' WITHOUT ROWID' : '';
  }

  onConflict(key: readonly string[], add: readonly string[], set: readonly string[] = []): string {
    const changes = [
      ...add.map(column => `${column}=COALESCE(${column}+excluded.${column},${column},excluded.${column})`),
      ...set.map(column => `${column}=excluded.${column}`),
    ];
    return ` ON CONFLICT(${key.join(',')}) DO ${changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(',')}`}`;
  }

  updateOf(table: string, fixed: Readonly<Record<string, number>>, key: readonly string[], set: readonly string[]) {
    const cell = (place: number) => `given.column${place + 1}`;
    const found = [
      ...Object.entries(fixed).map(([column, number]) => `${column}=${int(number)}`),
      // Without the plus, SQLite would read all rows with these numbers and look each up in the list.
      ...key.map((column, place) => `${column}=+${cell(place)}`),
    ];
    const changes = set.map((column, place) => `${column}=${cell(key.length + place)}`);
    return {
      head: `UPDATE ${table} SET ${changes.join(',')} FROM (VALUES (`,
      between: '),(',
      tail: `)) AS given WHERE ${found.join(' AND ')}`,
    };
  }

  deleteSome(table: string, key: readonly string[], where: string, limit: number): string {
    // SQLite's DELETE has no LIMIT, and clustered tables have no row ids.
    return `DELETE FROM ${table} WHERE (${key.join(', ')}) IN (SELECT ${key.join(', ')} FROM ${table} WHERE ${where} LIMIT ${limit})`;
  }

  join(...expressions: string[]): string {
    return expressions.join('||');
  }

  among(column: string, numbers: readonly number[]): string {
    return `${column} IN (${numbers.map(int).join(',')})`;
  }

  amongBytes(column: string, values: readonly string[]): Bound {
    // The text is the same for other values, so that the statement stays prepared.
    return { sql: `${column} IN (SELECT unhex(value) FROM json_each(?))`, params: [JSON.stringify(values)] };
  }

  withNumber(column: string, number: number, other: string, literals: readonly string[]): string {
    // For two conditions, SQLite prefers the primary key and reads every row with the number.
    return `(${column}, ${other}) IN (VALUES ${literals.map(literal => `(${int(number)},${literal})`).join(',')})`;
  }

  byIndex(index: string): string {
    return `INDEXED BY ${index}`;
  }

  all<T = Row>(sql: string, params?: readonly Param[]): Promise<T[]> {
    return this.#readers.read(file => file.all<T>(sql, params));
  }

  run(sql: string, params?: readonly Param[]): Promise<number> {
    return this.#writer.write(file => file.run(sql, params));
  }

  write(...statements: string[]): Promise<void> {
    return this.#writer.write(file => file.write(...statements));
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#writer.transaction(file => this.#withModels(file, work));
  }

  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const free = this.#isClosing ? undefined : this.#idle.pop();
    const read = async (file: SqliteFile) => {
      // The first statement that reads determines which state the snapshot shows.
      await file.exec('BEGIN; SELECT 1 FROM sqlite_master LIMIT 1');
      const found = await this.#withModels(file, work);
      // A connection that waits for the next snapshot keeps no pages.
      await file.exec('ROLLBACK; PRAGMA shrink_memory');
      return found;
    };
    return this.#withFile(read, free && Promise.resolve(free), file => {
      const isKept = !this.#isClosing && this.#idle.length < MOST_IDLE;
      if (isKept) this.#idle.push(file);
      return isKept;
    });
  }

  async exclusively<T>(lock: string, work: () => Promise<T>): Promise<T> {
    const held = await openSqliteFile(`${this.#path}.${lock}.lock`, 'PRAGMA busy_timeout=60000;');
    try {
      await held.run('BEGIN EXCLUSIVE');
      return await work();
    } finally {
      await held.close();
    }
  }

  fault(error: unknown): Fault {
    return sqliteFault(error);
  }

  denies(error: unknown): boolean {
    return DENIED.includes((error as { code?: string } | null)?.code ?? '');
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#isClosing = true;
    const interrupt = () => {
      for (const opening of this.#apart.keys()) opening.then(file => file.interrupt()).catch(() => undefined);
    };
    interrupt();
    // An interrupt has no effect on a statement that has not quite begun.
    const again = setInterval(interrupt, 10);
    await Promise.allSettled(this.#apart.values());
    clearInterval(again);
    // One after the other, as in SqliteReaders.
    for (const file of this.#idle.splice(0)) await file.close();
    await this.sequelize.close();
    await this.#readers.close();
    await this.#modelReader.close();
  }

  /**
   * Opens a connection whose calls wait `busyWait` ms for another process once it is open. A thread that ends while it
   * opens one would end the process, so none is opened after `close`.
   */
  async #open(cache = CACHE, busyWait = this.#options.timeout): Promise<SqliteFile> {
    if (this.#isClosing) throw busy('The database file is being closed.');
    const { timeout, onStatement } = this.#options;
    const pragmas = `PRAGMA busy_timeout=${timeout}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-${int(cache)}; PRAGMA temp_store=MEMORY; PRAGMA busy_timeout=${busyWait};`;
    return openSqliteFile(this.#path, pragmas, { onStatement });
  }

  /**
   * Takes a separate connection for work that would keep others waiting too long. It is closed afterwards, unless the
   * work succeeded and `keep` returns true.
   */
  async #withFile<T>(
    work: (file: SqliteFile) => Promise<T>,
    opening = this.#open(),
    keep: (file: SqliteFile) => boolean = () => false,
  ): Promise<T> {
    const working = opening.then(async file => {
      let isKept = false;
      try {
        const result = await work(file);
        isKept = keep(file);
        return result;
      } finally {
        if (!isKept) await file.close();
      }
    });
    this.#apart.set(opening, working);
    return working.finally(() => this.#apart.delete(opening));
  }

  #withModels<T>(file: SqliteFile, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { sequelize } = this;
    return withTransaction({ sequelize, connection: connectionOn(file), executor: file, faultOf: sqliteFault }, work);
  }
}
