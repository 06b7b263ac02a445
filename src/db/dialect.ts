import type { Transaction as ModelTransaction, Sequelize } from 'sequelize';

/** A value that can be bound to a `?`. Text has no U+0000 or lone surrogates; they are rejected at the edge. */
export type Param = string | number | Buffer | null;

/** A part of a statement, and what is bound to its `?`. */
export interface Bound {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** One row as the driver returns it: numbers for counts (SUMs included), Buffer for hashes. */
export type Row = Record<string, unknown>;

/** Runs single statements: on a pooled connection, or on the one connection of a transaction. */
export interface Executor {
  /** Returns the rows in the order of the statement. */
  all<T = Row>(sql: string, params?: readonly Param[]): Promise<T[]>;
  /** Returns the number of changed rows; for upserts, only zero or non-zero is the same on all engines. */
  run(sql: string, params?: readonly Param[]): Promise<number>;
  /**
   * Runs long statements in their order without waiting for this thread in between; the numbers of changed rows would need
   * that. None is run after one that fails.
   */
  write(...statements: string[]): Promise<void>;
}

/** One transaction, on one connection: statements in SQL, and `models` for the methods of models. */
export interface Transaction extends Executor {
  readonly models: ModelTransaction;
}

/**
 * An error, classified by what a caller can do: `retry` (a conflict: the same transaction may succeed now), `away` (no
 * database, a full disk, or a timeout: try later), `bare` (a table is missing, as before the first migration), `damaged` (the
 * database or a table exists but cannot be read), `slow` (a read exceeded its time limit: ask for less), `duplicate` (a unique key),
 * `other` (the statement or its data).
 */
export type Fault = 'retry' | 'away' | 'bare' | 'damaged' | 'slow' | 'duplicate' | 'other';

/** Returns true if the same work may succeed later, at least once someone has put the database right. */
export function mayPass(fault: Fault): boolean {
  return fault !== 'other' && fault !== 'duplicate';
}

/** Returns true if other work on the database would fail, too, so that all of it should be tried later. */
export function isUnavailable(fault: Fault): boolean {
  return fault === 'away' || fault === 'bare' || fault === 'damaged';
}

/** The engine's column types under common names, so that a migration reads the same for both engines. */
export interface ColumnTypes {
  readonly autoId: string;
  /** -128 to 127. */
  readonly tiny: string;
  /** -8388608 to 8388607: days, and counts within one visit. */
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
   * Text compared byte by byte: `/a`, `/A` and `/á` are three values on every engine. `/a ` is a fourth on SQLite, but
   * equals `/a` on servers, which ignore trailing spaces. A unique text column therefore holds only generated or
   * trimmed texts; otherwise a column with a hash is made unique instead.
   */
  text(length: number): string;
  readonly longText: string;
}

/** How the statements of an engine are run. */
export interface StatementOptions {
  /** Milliseconds that a statement may take. */
  readonly timeout: number;
  readonly onStatement: ((sql: string) => void) | undefined;
}

/** Everything that differs between the database engines. All other code is the same for both. */
export interface Dialect extends Executor {
  readonly name: 'mysql' | 'sqlite';
  /** The engine behind Sequelize; nothing is connected yet. */
  readonly sequelize: Sequelize;
  readonly types: ColumnTypes;
  readonly catalog: Catalog;
  /** The text that follows `)` of CREATE TABLE; `clustered` tables are stored in the order of their primary key. */
  tableOptions(clustered: boolean): string;
  /**
   * The text that follows `INSERT … VALUES …`: where the key exists, `add` columns increase by the new value, NULL
   * counting as nothing, and `set` columns take the new value.
   */
  onConflict(key: readonly string[], add: readonly string[], set?: readonly string[]): string;
  /**
   * An UPDATE of many rows that exist: its parts before, between and after them. Each has a cell for every column of
   * `key` and of `set`, in this order; all rows have the numbers of `fixed`.
   */
  updateOf(
    table: string,
    fixed: Readonly<Record<string, number>>,
    key: readonly string[],
    set: readonly string[],
  ): { readonly head: string; readonly between: string; readonly tail: string };
  /** A DELETE of at most `limit` matching rows; `key` is the primary key of the table. */
  deleteSome(table: string, key: readonly string[], where: string, limit: number): string;
  /** True where `deleteSome` is as fast as a DELETE of a range of the key; elsewhere it takes several times as long. */
  readonly limitsDeletes: boolean;
  /** Locks the rows that a SELECT reads until the transaction ends; empty where that needs no lock. */
  readonly forUpdate: string;
  /** True where a transaction owns the database, so that nothing is gained by separate ones for separate websites. */
  readonly ownsDatabase: boolean;
  /** Two or more expressions joined into one text. */
  join(...expressions: string[]): string;
  /** The join operator that makes the engine read the left table first; `ON` follows. */
  readonly thenJoin: string;
  /** A condition that `column`, the first of an index, has one of these whole numbers, found by the index. */
  among(column: string, numbers: readonly number[]): string;
  /** A condition that `column` has one of these binary values, in lower-case hex digits, and what is bound to it. */
  amongBytes(column: string, values: readonly string[]): Bound;
  /**
   * A condition that one column has a number and another one of these literals, found by the index that begins with both.
   */
  withNumber(column: string, number: number, other: string, literals: readonly string[]): string;
  /** A subquery of the whole numbers in the JSON array that is bound to its `?`. */
  readonly numbers: string;
  /** A subquery of the pairs of whole numbers, `a` and `b`, in the JSON array of arrays that is bound to its `?`. */
  readonly pairs: string;
  /** The text that follows the name of a table in a FROM, so that the statement reads it by this index and no other. */
  byIndex(index: string): string;
  /** Runs `work` in one transaction, which is rolled back when it throws. Never retried here. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work`, which must only read, on one consistent snapshot, whatever is written meanwhile. */
  snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `work` while no other process holds the same lock; the lock ends with its process. */
  exclusively<T>(lock: string, work: () => Promise<T>): Promise<T>;
  fault(error: unknown): Fault;
  /** True when the database user lacks the privilege for the statement, or the database is read-only. */
  denies(error: unknown): boolean;
  close(): Promise<void>;
}

/** A table as it currently is in the database, whichever release created it. */
export interface TableShape {
  readonly name: string;
  /** In the order of the table. */
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind; readonly isNullable: boolean }[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** True when the engine numbers the rows itself. */
  readonly numbered: boolean;
}

/** The facts about a server that an operator needs; null where an engine without a server has no such fact. */
export interface EngineFacts {
  /** As the engine reports it, such as `10.11.14-MariaDB-0+deb12u2`. */
  readonly version: string;
  /** True for a version that this release was tested with or is made for. */
  readonly isSupported: boolean;
  /** The longest statement in bytes. */
  readonly longest: number | null;
  readonly isReadOnly: boolean;
  /** True when a commit is on disk before it is confirmed. */
  readonly isDurable: boolean;
  /** Tables whose texts would not be compared byte by byte, or whose engine has no transactions. */
  readonly wrongTables: readonly string[];
}

export type ColumnKind = 'number' | 'text' | 'bytes';

/** Information about the database as a whole; each engine keeps it in its own tables. */
export interface Catalog {
  /** Returns all tables, by name. */
  tables(executor: Executor): Promise<TableShape[]>;
  /** The condition that a row comes after the row with this key, in the form for which the engine uses an index. */
  beyond(key: readonly string[], after: readonly Param[]): Bound;
  /** Returns the last number that the engine gave to a row of the table, even if that row is gone. */
  lastNumber(executor: Executor, table: string): Promise<number>;
  /** Makes the table's numbers continue after `last`, unless they are already beyond it. */
  numberFrom(executor: Executor, table: string, last: number): Promise<void>;
  /** Removes all rows of the table at once. */
  clear(executor: Executor, table: string): Promise<void>;
  /** Makes columns, given with their types, nullable, in one repeatable step; there must be no index but the key. */
  allowNull(dialect: Dialect, table: string, columns: Readonly<Record<string, string>>): Promise<void>;
  facts(executor: Executor): Promise<EngineFacts>;
  /** Returns the server's time in milliseconds since 1970, UTC; null where there is no server. */
  readonly clock: ((executor: Executor) => Promise<number>) | null;
  /** Returns roughly how many bytes the database takes on disk. */
  bytes(executor: Executor): Promise<number>;
  /** The folder of the database file; null where a server keeps it. */
  readonly folder: string | null;
  /** Writes a copy of the database, as of one instant, to a new file; null where the engine has no such copy. */
  readonly copyTo: ((file: string) => Promise<void>) | null;
}
