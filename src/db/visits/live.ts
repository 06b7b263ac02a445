import type { Dialect } from '../dialect.ts';
import { int } from '../sql.ts';

/**
 * A recently active visit: its visitor as 16 hex digits, its last activity in milliseconds since 1970 (UTC), and the
 * value id of the page it saw last.
 */
export interface LiveRow {
  readonly website: number;
  readonly visitor: string;
  readonly lastAt: number;
  readonly page: number;
}

/** Websites, and the days (since 1970-01-01) on which their latest visits began. */
export interface LiveDays {
  readonly websites: readonly number[];
  readonly days: readonly number[];
}

/**
 * Returns the visits of these days that were active at `since` (milliseconds since 1970, UTC) or later, in one
 * statement.
 */
export async function readLiveVisits(dialect: Dialect, asked: readonly LiveDays[], since: number): Promise<LiveRow[]> {
  const selects = asked.map(
    ({ websites, days }) =>
      `SELECT website_id AS website, visitor, last_at AS lastAt, exit_page AS page FROM visit WHERE ${dialect.among('website_id', websites)} AND day IN (${days.map(int).join(',')}) AND last_at >= ${int(since)}`,
  );
  const rows = await dialect.all<Omit<LiveRow, 'visitor'> & { visitor: Buffer }>(selects.join(' UNION ALL '));
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }));
}
