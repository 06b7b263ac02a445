import type { Dialect } from '../dialect.ts';
import { addColumn } from './add-column.ts';

const SUMS = ['engaged_seconds', 'engaged_pages', 'depth_percent', 'depth_pages'];

/**
 * Adds the attention that pages get. One pageview of each page in a visit has the engaged seconds and the greatest depth
 * in percent; both are null on all others, and where nothing was sent. `passive` is 1 for a visit with events that are
 * all without interaction.
 */
export async function up(dialect: Dialect): Promise<void> {
  const { tiny, medium, integer, bigint } = dialect.types;
  await addColumns(dialect, 'hit', { engaged: medium, depth: tiny });
  await addColumns(dialect, 'visit', { passive: `${tiny} NOT NULL DEFAULT 0` });
  for (const period of ['day', 'month'] as const) {
    const types = SUMS.map(sum => [sum, sum === 'engaged_seconds' || period === 'month' ? bigint : integer]);
    await addColumns(dialect, `rollup_${period}`, Object.fromEntries(types));
  }
}

async function addColumns(dialect: Dialect, table: string, columns: Readonly<Record<string, string>>): Promise<void> {
  for (const [column, type] of Object.entries(columns)) await addColumn(dialect, table, column, type);
}
