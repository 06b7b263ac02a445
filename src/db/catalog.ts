import type { Dialect, Executor, Param } from './dialect.ts';

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
