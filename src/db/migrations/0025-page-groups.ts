import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the rules for groups of pages, one per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website', 'page_groups', dialect.types.longText);
}
