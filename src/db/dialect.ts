import type { Transaction as ModelTransaction, Sequelize } from 'sequelize';

/** A value that may stand behind a `?`. Text must be free of U+0000 and lone surrogates (refused at the edge). */
export type Param = string | number | Buffer | null;

/** One row as the driver gives it: numbers for counts (SUMs included), Buffer for hashes. */
export type Row = Record<string, unknown>;

/** What can run one statement: a pooled connection, or the one connection of a transaction. */
export interface Executor {
  /** Rows in the statement's order. */
  all<T = Row>(sql: string, params?: readonly Param[]): Promise<T[]>;
  /** Rows changed; for an upsert the engines count differently, so only zero or not zero means something there. */
  run(sql: string, params?: readonly Param[]): Promise<number>;
}

/** One transaction: its statements by hand, and `models` for the option `transaction` of a model's methods. Both use one connection. */
export interface Transaction extends Executor {
  readonly models: ModelTransaction;
}

/**
 * What went wrong, in the words a caller acts on: `retry` (a conflict: the same transaction may succeed now),
 * `away` (no database, a full disk, or a timeout: later), `slow` (a read took longer than it may: ask for less), `duplicate`
 * (a unique key), `other` (the statement or its data).
 */
export type Fault = 'retry' | 'away' | 'slow' | 'duplicate' | 'other';

/** Words for column types, so that a migration reads the same for both engines. */
export interface ColumnTypes {
  readonly autoId: string;
  /** -128 to 127. */
  readonly tiny: string;
  /** -8388608 to 8388607: days, and counts of one visit. */
  readonly medium: string;
  readonly integer: string;
  readonly bigint: string;
  readonly hash8: string;
  readonly hash16: string;
  readonly hash32: string;
  readonly bytes: string;
  /** Binary of any length up to 16 MB. */
  readonly blob: string;
  /**
   * Text compared byte by byte: `/a`, `/A` and `/á` are three values on every engine. `/a ` is a fourth on SQLite, and `/a` again
   * on servers, which leave spaces at the end out. So a unique column has texts of ours or trimmed ones, and else a hash beside it.
   */
  text(length: number): string;
  readonly longText: string;
}

/** All that differs between the database engines. Everything else in the project is one code path. */
export interface Dialect extends Executor {
  readonly name: 'mysql' | 'sqlite';
  /** Opens the engine behind Sequelize; nothing is connected yet. */
  readonly sequelize: Sequelize;
  readonly types: ColumnTypes;
  readonly catalog: Catalog;
  /** Stands after `)` of CREATE TABLE; `clustered` tables are stored in the order of their primary key. */
  tableOptions(clustered: boolean): string;
  /** `INSERT … VALUES …` is followed by this: on a key that exists, `add` columns grow by the new value, NULL being nothing, `set` columns take it. */
  onConflict(key: readonly string[], add: readonly string[], set?: readonly string[]): string;
  /** A DELETE of at most `limit` of the rows that match; `key` is the primary key of the table. */
  deleteSome(table: string, key: readonly string[], where: string, limit: number): string;
  /** Locks the rows that a SELECT reads until the transaction ends; empty where a transaction owns the database anyway. */
  readonly forUpdate: string;
  /** An aggregate that joins its argument's texts with commas, in no particular order. */
  concat(expression: string): string;
  /** Two or more expressions joined to one text. */
  join(...expressions: string[]): string;
  /** Stands between two tables that are to be read in this order, the second by what the first has; `ON` follows. */
  readonly thenJoin: string;
  /** A condition that `column`, which begins an index, has one of these whole numbers; the rows of each are found by the index. */
  among(column: string, numbers: readonly number[]): string;
  /** A subquery of the whole numbers in the JSON array that is bound to its `?`. */
  readonly numbers: string;
  /** A subquery of the pairs of whole numbers, `a` and `b`, in the JSON array of arrays that is bound to its `?`. */
  readonly pairs: string;
  /** `column LIKE ?` that takes ASCII letters in either case; it may match more than that. */
  like(column: string): string;
  /** Runs `work` in one transaction; nothing of it stays when it throws. Never retried here. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work`, which may only read, while all it reads is of one moment, however long it takes and whoever writes meanwhile. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process holds the same lock; the lock dies with its process. */
  exclusively<T>(lock: string, work: () => Promise<T>): Promise<T>;
  fault(error: unknown): Fault;
  /** True when the user of the database lacks a right to the statement, or nobody may write. */
  denies(error: unknown): boolean;
  close(): Promise<void>;
}

/** A table as it is in the database now, whatever release made it. */
export interface TableShape {
  readonly name: string;
  /** In the order of the table. */
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind; readonly isNullable: boolean }[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** True when the engine numbers its rows by itself. */
  readonly numbered: boolean;
}

/** What matters of a server to those who run one; null is what an engine without a server does not have. */
export interface EngineFacts {
  /** As the engine tells it, such as `10.11.14-MariaDB-0+deb12u2`. */
  readonly version: string;
  /** True where this release was tried or is made for. */
  readonly isSupported: boolean;
  /** Its time in milliseconds since 1970. */
  readonly clock: number | null;
  /** The longest statement in bytes. */
  readonly longest: number | null;
  readonly isReadOnly: boolean;
  /** True when a commit is on the disk before it is answered. */
  readonly isDurable: boolean;
  /** Tables whose texts would be compared other than byte by byte, or which are kept by an engine without transactions. */
  readonly wrongTables: readonly string[];
}

export type ColumnKind = 'number' | 'text' | 'bytes';

/** What an engine knows about the database as a whole; each engine keeps it in tables of its own. */
export interface Catalog {
  /** All tables, by name. */
  tables(executor: Executor): Promise<TableShape[]>;
  /** The condition that a row comes after the one with this key; the engines can only use an index on different forms of it. */
  beyond(key: readonly string[], after: readonly Param[]): { readonly sql: string; readonly params: readonly Param[] };
  /** The last number that the engine gave a row of the table, also when that row is gone. */
  lastNumber(executor: Executor, table: string): Promise<number>;
  /** Goes on behind `last` with the numbers of the table, unless they are beyond it already. */
  numberFrom(executor: Executor, table: string, last: number): Promise<void>;
  /** Removes all rows of the table at once. */
  clear(executor: Executor, table: string): Promise<void>;
  /**
   * Lets columns of a table, given with their types, be NULL; rows stay as they are. Happens as a whole or not at all, and does
   * nothing where it has happened. The table must have no index but its key.
   */
  allowNull(dialect: Dialect, table: string, columns: Readonly<Record<string, string>>): Promise<void>;
  facts(executor: Executor): Promise<EngineFacts>;
  /** Bytes that the database takes on its disk, about. */
  bytes(executor: Executor): Promise<number>;
  /** The folder of the database's file; null where a server keeps it. */
  readonly folder: string | null;
  /** Writes a copy of the database, as of one moment, to a file that is not there yet; null where the engine has no such copy. */
  readonly copyTo: ((file: string) => Promise<void>) | null;
}
