import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the number of hits whose value of a property was counted as `(other)` on a day. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'new_property', 'refused', `${dialect.types.integer} NOT NULL DEFAULT 0`);
}
