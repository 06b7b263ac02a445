import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the conditions of a goal, as JSON; NULL for none. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'goal', 'conditions', dialect.types.longText);
}
