import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

/** The rollups of crawlers, whose first days could be missing in what was packed. */
const OF_CRAWLERS = [28, 29];

/**
 * Adds the days within those that are packed whose blocks are void. Websites with requests of crawlers are packed anew: those
 * before their first visit were left out.
 */
export async function up(dialect: Dialect): Promise<void> {
  for (const column of ['void_from', 'void_to'])
    await addColumn(dialect, 'rollup_block_state', column, dialect.types.integer);
  await dialect.run(
    `DELETE FROM rollup_block_state WHERE website_id IN (SELECT website_id FROM rollup_day WHERE name IN (${OF_CRAWLERS.join(',')}))`,
  );
}
