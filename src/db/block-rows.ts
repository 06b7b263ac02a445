import { type BlockRow, packBlock } from '../domain/block.ts';
import { METRICS } from '../domain/statistic.ts';
import type { Dialect, Executor } from './dialect.ts';
import { blob, insertRows, int } from './fold-rows.ts';

export type Period = 'day' | 'month';

/** The number of a period in `rollup_block`. */
export const PERIODS: Readonly<Record<Period, number>> = { day: 0, month: 1 };

/** Up to which day and month, inclusive, all rollups of a website are packed. */
export interface BlockState {
  readonly day: number;
  readonly month: number;
}

/** Null before anything was packed. */
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

/** Makes the blocks from a day and a month on void; to be called in the transaction that changes their rows. */
export async function voidBlocks(tx: Executor, website: number, { day, month }: BlockState): Promise<void> {
  await tx.run('UPDATE rollup_block_state SET day = ? WHERE website_id = ? AND day >= ?', [day - 1, website, day]);
  await tx.run('UPDATE rollup_block_state SET month = ? WHERE website_id = ? AND month >= ?', [
    month - 1,
    website,
    month,
  ]);
}

/** Packs the rows of one day or month of these rollups, in place of what was packed of it before. */
export async function packPeriod(
  tx: Executor,
  website: number,
  period: Period,
  at: number,
  rollups: readonly number[],
): Promise<void> {
  const rows = await tx.all<BlockRow & { name: number }>(
    `SELECT name, value_id AS value, ${METRICS.map(metric => `COALESCE(${metric}, 0) AS ${metric}`).join(', ')} FROM rollup_${period}` +
      ` WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND ${period} = ${int(at)}`,
  );
  await tx.run(
    `DELETE FROM rollup_block WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND period = ${PERIODS[period]} AND at = ${int(at)}`,
  );
  await insertRows(tx, {
    table: 'rollup_block',
    columns: ['website_id', 'name', 'period', 'at', 'body'],
    rows: [...Map.groupBy(rows, ({ name }) => name)].map(([name, ofName]) => [
      website,
      name,
      PERIODS[period],
      at,
      blob(packBlock(ofName).toString('hex')),
    ]),
  });
}
