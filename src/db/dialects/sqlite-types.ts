import type { ColumnTypes } from '../dialect.ts';

/** SQLite stores a value as what it is, so most kinds of columns are the same to it. */
export const TYPES: ColumnTypes = {
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
