import type { Executor } from '../dialect.ts';
import { int } from '../sql.ts';

/** The hours of a day (since 1970-01-01) before `until`. */
export interface HoursOf {
  readonly day: number;
  readonly until: number;
}

/** How many hits are alike, with value ids; `event` is 0 for pageviews. */
export interface StrayRow {
  readonly hour: number;
  readonly page: number;
  readonly host: number;
  readonly event: number;
  readonly hits: number;
}

/** Counts the stored hits of these hours that belong to no visit, in one pass over the hits of the day. */
export function countStrays(executor: Executor, website: number, hours: HoursOf): Promise<StrayRow[]> {
  return executor.all(
    'SELECT hour, page, host, COALESCE(event, 0) AS event, COUNT(*) AS hits FROM hit' +
      ` WHERE ${straysIn(website, hours)} GROUP BY 1, 2, 3, 4`,
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
