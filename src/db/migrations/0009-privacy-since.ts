import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds when the privacy of a website was last changed, in milliseconds since 1970 (UTC); null if it never was. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website', 'privacy_since', dialect.types.bigint);
}
