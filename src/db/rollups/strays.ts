import type { Executor } from '../dialect.ts';
import { int } from '../sql.ts';

/** The hours of a day (since 1970-01-01) before `until`. */
export interface HoursOf {
  readonly day: number;
  readonly until: number;
}

/** The columns of a hit that its rows in statistics are by. */
const COLUMNS = ['hour', 'page', 'host', 'event'] as const;
export type HitColumn = (typeof COLUMNS)[number];

/** Counts by the value of a column; 0 without a column. */
export interface StrayRow {
  readonly value: number;
  readonly pageviews: number;
  readonly events: number;
}

/** Returns whether hits have this column. */
export function isOfHit(column: string): column is HitColumn {
  return (COLUMNS as readonly string[]).includes(column);
}

/** Counts the stored hits of these hours that belong to no visit. */
export function countStrays(
  executor: Executor,
  website: number,
  hours: HoursOf,
  column: HitColumn | null,
): Promise<StrayRow[]> {
  return executor.all(
    `SELECT ${column === null ? '0' : `COALESCE(${column}, 0)`} AS value, COUNT(*) - COUNT(event) AS pageviews,` +
      ` COUNT(event) AS events FROM hit WHERE ${straysIn(website, hours)} GROUP BY 1`,
  );
}

/** Counts the same hits by their properties (`;key=value`), those of pageviews (null) or of an event (value id). */
export function countStrayProperties(
  executor: Executor,
  website: number,
  hours: HoursOf,
  event: number | null,
): Promise<{ props: string; hits: number }[]> {
  const isOf = event === null ? 'event IS NULL' : `event = ${int(event)}`;
  return executor.all(
    `SELECT COALESCE(props, '') AS props, COUNT(*) AS hits FROM hit WHERE ${straysIn(website, hours)} AND ${isOf} GROUP BY 1`,
  );
}

function straysIn(website: number, { day, until }: HoursOf): string {
  return `website_id = ${int(website)} AND day = ${int(day)} AND visit_no = 0 AND hour < ${int(until)}`;
}
