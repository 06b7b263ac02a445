import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/**
 * Adds from which day on rollups are packed, and the days within those that are packed whose blocks are void. Everything is packed
 * anew: blocks had no seals, and those of days before the first visit were left out.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { integer } = dialect.types;
  await addColumn(dialect, 'rollup_block_state', 'first_day', `${integer} NOT NULL DEFAULT 0`);
  for (const column of ['void_from', 'void_to']) await addColumn(dialect, 'rollup_block_state', column, integer);
  await dialect.run('DELETE FROM rollup_block_state');
}
