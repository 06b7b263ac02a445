import type { Dialect } from '../dialect.ts';
import { retriedTransaction } from '../transaction.ts';

const SUMS = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'];

/**
 * Turns sums of zero into NULL, which takes no space: a page has pageviews and nothing else. No row ever leaves its
 * table, so the migration can be interrupted anywhere and can run beside another process. On the head of a cluster,
 * whose tables lie on shards that were migrated to this release before, it finds nothing to do.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { integer, bigint } = dialect.types;
  for (const period of ['day', 'month'] as const) {
    const types = SUMS.map(sum => [sum, sum === 'seconds' || period === 'month' ? bigint : integer]);
    await dialect.catalog.allowNull(dialect, `rollup_${period}`, Object.fromEntries(types));
    await dropZeros(dialect, `rollup_${period}`);
  }
}

/**
 * Each transaction handles one statistic of one website, so that none is very large. NULLIF gets damaged on the way to
 * Spider's shards.
 */
async function dropZeros(dialect: Dialect, table: string): Promise<void> {
  const zero = `(${SUMS.map(sum => `${sum} = 0`).join(' OR ')})`;
  const sparse = SUMS.map(sum => `${sum} = CASE WHEN ${sum} <> 0 THEN ${sum} END`).join(', ');
  const parts = await dialect.all<{ website_id: number; name: number }>(
    `SELECT DISTINCT website_id, name FROM ${table} WHERE ${zero}`,
  );
  for (const { website_id, name } of parts)
    await retriedTransaction(dialect, tx =>
      tx.run(`UPDATE ${table} SET ${sparse} WHERE website_id = ? AND name = ? AND ${zero}`, [website_id, name]),
    );
}
