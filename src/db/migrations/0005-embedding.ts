import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds the websites that may embed a statistics page, one origin per line; null for none. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website', 'embed_origins', dialect.types.longText);
}
