import { type BlockRow, packBlock } from '../../domain/block.ts';
import { firstDayOfWeek, lastDayOfWeek } from '../../domain/calendar.ts';
import { STORED_METRICS, type StoredMetric } from '../../domain/metrics.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, insertRows, int } from '../sql.ts';
import { type Period, selectMetrics } from './sums.ts';

/** The periods that rollups are packed by. */
export type BlockPeriod = Period | 'week';

/** The number of a period in `rollup_block`. */
export const PERIODS: Readonly<Record<BlockPeriod, number>> = { day: 0, month: 1, week: 2 };

/** The last day (since 1970-01-01) and month (since January 1970) up to which all rollups are packed, inclusive. */
export interface BlockState {
  readonly day: number;
  readonly month: number;
}

/** Returns null before anything was packed. */
export async function readBlockState(tx: Executor, website: number): Promise<BlockState | null> {
  const [state] = await tx.all<BlockState>('SELECT day, month FROM rollup_block_state WHERE website_id = ?', [website]);
  return state ?? null;
}

export async function writeBlockState(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { day, month }: BlockState,
): Promise<void> {
  await tx.run(
    `INSERT INTO rollup_block_state (website_id, day, month) VALUES (?, ?, ?)${dialect.onConflict(['website_id'], [], ['day', 'month'])}`,
    [website, day, month],
  );
}

/** Invalidates all blocks from a day and a month on; call it in the transaction that changes their rows. */
export async function voidBlocks(tx: Executor, website: number, { day, month }: BlockState): Promise<void> {
  await tx.run('UPDATE rollup_block_state SET day = ? WHERE website_id = ? AND day >= ?', [day - 1, website, day]);
  await tx.run('UPDATE rollup_block_state SET month = ? WHERE website_id = ? AND month >= ?', [
    month - 1,
    website,
    month,
  ]);
}

/** Packs the rows of one day, week or month of these rollups, replacing what was packed of it before. */
export async function packPeriod(
  tx: Executor,
  website: number,
  period: BlockPeriod,
  at: number,
  rollups: readonly number[],
): Promise<void> {
  const ofRollups = `website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')})`;
  const [table, from, to] =
    period === 'week' ? (['day', firstDayOfWeek(at), lastDayOfWeek(at)] as const) : ([period, at, at] as const);
  const rows = await tx.all<BlockRow & { name: number }>(
    `SELECT name, value_id AS value, ${selectMetrics(column => `COALESCE(${column}, 0)`)} FROM rollup_${table} WHERE ${ofRollups} AND ${table} BETWEEN ${int(from)} AND ${int(to)}`,
  );
  await tx.run(`DELETE FROM rollup_block WHERE ${ofRollups} AND period = ${PERIODS[period]} AND at = ${int(at)}`);
  await insertRows(tx, {
    table: 'rollup_block',
    columns: ['website_id', 'name', 'period', 'at', 'body'],
    rows: [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofName]) => [
      website,
      name,
      PERIODS[period],
      at,
      blob(packBlock(sumsByValue(ofName)).toString('hex')),
    ]),
  });
}

/** Adds up the rows of each value. Spider refuses to, when it is asked about several statistics at once. */
function sumsByValue(rows: readonly BlockRow[]): BlockRow[] {
  const sums = new Map<number, Record<StoredMetric, number> & { readonly value: number }>();
  for (const row of rows) {
    const sum = sums.get(row.value);
    if (sum) for (const metric of STORED_METRICS) sum[metric] += row[metric];
    else sums.set(row.value, { ...row });
  }
  return [...sums.values()];
}
