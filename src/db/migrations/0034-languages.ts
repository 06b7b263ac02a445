import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the language of the reports and alerts of a website; 0 is English. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website', 'language', `${dialect.types.integer} NOT NULL DEFAULT 0`);
}
