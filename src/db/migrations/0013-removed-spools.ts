import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds when the files of a position's spool were removed, in milliseconds since 1970 (UTC); null while they exist. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'checkpoint', 'removed_at', dialect.types.bigint);
}
