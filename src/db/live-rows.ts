import type { Executor } from './dialect.ts';
import { int } from './fold-rows.ts';

/** A visit that was active lately: its visitor as 16 hex digits, when, and the value id of the page it was on last. */
export interface LiveRow {
  readonly visitor: string;
  readonly lastAt: number;
  readonly page: number;
}

/** The visits of some days (since 1970-01-01) that were active at `since` (milliseconds) or later. */
export async function readLiveVisits(
  executor: Executor,
  website: number,
  days: readonly number[],
  since: number,
): Promise<LiveRow[]> {
  const rows = await executor.all<{ visitor: Buffer; lastAt: number; page: number }>(
    `SELECT visitor, last_at AS lastAt, exit_page AS page FROM visit WHERE website_id = ${int(website)} AND day IN (${days.map(int).join(',')}) AND last_at >= ${int(since)}`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }));
}
