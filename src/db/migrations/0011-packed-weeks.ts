import type { Dialect } from '../dialect.ts';

/**
 * Makes the background job pack everything again, now with blocks of weeks: readers assume that where days are packed,
 * their weeks are as well. Until then they read rows.
 */
export async function up(dialect: Dialect): Promise<void> {
  await dialect.run('DELETE FROM rollup_block_state');
}
