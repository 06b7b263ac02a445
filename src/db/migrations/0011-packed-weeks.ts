import type { Dialect } from '../dialect.ts';

/**
 * Everything is packed anew in the background, now with blocks of weeks: a reader takes it that where days are packed their
 * weeks are as well. Until then it reads rows.
 */
export async function up(dialect: Dialect): Promise<void> {
  await dialect.run('DELETE FROM rollup_block_state');
}
