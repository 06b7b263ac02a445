import type { Dialect } from '../dialect.ts';
import { int } from '../sql.ts';
import type { LiveDays } from './visits.ts';

const MINUTE = 60_000;

/** What was counted in one minute, which begins at `minute` (milliseconds since 1970, UTC). */
export interface LiveMinuteRow {
  readonly website: number;
  readonly minute: number;
  readonly visitors: number;
  readonly pageviews: number;
  readonly events: number;
}

/** How often an event happened, and the minute in which it happened last. */
export interface LiveEventRow {
  readonly website: number;
  readonly event: number;
  readonly count: number;
  readonly minute: number;
}

/** The visitors whose latest visit has a value. */
export interface LiveVisitorsRow {
  readonly website: number;
  readonly value: number;
  readonly visitors: number;
}

/** Returns what was counted from `since` on (milliseconds since 1970, UTC), by minute; those without hits are missing. */
export async function readLiveMinutes(
  dialect: Dialect,
  asked: readonly LiveDays[],
  since: number,
): Promise<LiveMinuteRow[]> {
  return numbersIn(
    await dialect.all<Record<keyof LiveMinuteRow, number | string>>(
      `SELECT website_id AS website, minute, COUNT(DISTINCT visitor) AS visitors, COUNT(*) - COUNT(event) AS pageviews, COUNT(event) AS events FROM (${hitsSince(dialect, asked, since)}) m GROUP BY website_id, minute`,
    ),
  );
}

/** Returns the `most` events of each website that happened last, of those of one minute the most frequent ones. */
export async function readLiveEvents(
  dialect: Dialect,
  asked: readonly LiveDays[],
  since: number,
  most: number,
): Promise<LiveEventRow[]> {
  const events = `SELECT website_id, event, COUNT(*) AS hits, MAX(minute) AS latest FROM (${hitsSince(dialect, asked, since)}) m WHERE event IS NOT NULL GROUP BY website_id, event`;
  const ranked = `SELECT website_id, event, hits, latest, ROW_NUMBER() OVER (PARTITION BY website_id ORDER BY latest DESC, hits DESC, event) AS place FROM (${events}) e`;
  return numbersIn(
    await dialect.all<Record<keyof LiveEventRow, number | string>>(
      `SELECT website_id AS website, event, hits AS count, latest AS minute FROM (${ranked}) r WHERE place <= ${int(most)} ORDER BY website_id, place`,
    ),
  );
}

/** Returns the `most` values of each website that most visitors active from `since` on have in their latest visit. */
export async function readLiveVisitors(
  dialect: Dialect,
  asked: readonly LiveDays[],
  column: 'source' | 'country',
  since: number,
  most: number,
): Promise<LiveVisitorsRow[]> {
  const latest = `SELECT website_id, ${column} AS value, ROW_NUMBER() OVER (PARTITION BY website_id, visitor ORDER BY last_at DESC, no DESC) AS turn FROM (${visitsSince(dialect, asked, since)}) v`;
  const values = `SELECT website_id, value, COUNT(*) AS visitors FROM (${latest}) l WHERE turn = 1 GROUP BY website_id, value`;
  const ranked = `SELECT website_id, value, visitors, ROW_NUMBER() OVER (PARTITION BY website_id ORDER BY visitors DESC, value) AS place FROM (${values}) c`;
  return numbersIn(
    await dialect.all<Record<keyof LiveVisitorsRow, number | string>>(
      `SELECT website_id AS website, value, visitors FROM (${ranked}) r WHERE place <= ${int(most)} ORDER BY website_id, place`,
    ),
  );
}

function visitsSince(dialect: Dialect, asked: readonly LiveDays[], since: number): string {
  return asked
    .map(
      ({ websites, days }) =>
        `SELECT website_id, day, visitor, no, last_at, source, country FROM visit WHERE ${dialect.among('website_id', websites)} AND day IN (${days.map(int).join(',')}) AND last_at >= ${int(since)}`,
    )
    .join(' UNION ALL ');
}

/** The hits are found by their visitors: an index by time would cost each hit more than these reads. */
function hitsSince(dialect: Dialect, asked: readonly LiveDays[], since: number): string {
  return `SELECT h.website_id, h.visitor, h.event, h.at - h.at % ${MINUTE} AS minute FROM (${visitsSince(dialect, asked, since)}) v ${dialect.thenJoin} hit h ON h.website_id = v.website_id AND h.day = v.day AND h.visitor = v.visitor AND h.visit_no = v.no WHERE h.at >= ${int(since)}`;
}

/** Not every engine returns a sum as a number. */
function numbersIn<Name extends string>(rows: readonly Record<Name, number | string>[]): Record<Name, number>[] {
  return rows.map(
    row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Record<Name, number>,
  );
}
