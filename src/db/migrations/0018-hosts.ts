import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the further hosts of a website, one per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website', 'hosts', dialect.types.longText);
}
