import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** Adds how many bytes in front of a followed log were not counted, because an import has them. */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'followed_log', 'skipped', `${dialect.types.bigint} NOT NULL DEFAULT 0`);
}
