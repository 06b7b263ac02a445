import type { Dialect, Executor } from '../dialect.ts';
import { readNumbers, spaced } from '../spaced.ts';
import { blob, chunks, int, lookUp, SharedTransaction } from '../sql.ts';
import { together } from '../together.ts';

/** The columns of a visit besides its website, its day, its visitor and its dimensions. */
export const VISIT_NUMBERS = [
  'no',
  'first_at',
  'last_at',
  'pageviews',
  'events',
  'seconds',
  'engaged',
  'hour',
  'passive',
] as const;

/** The length of a visitor's hash as text. */
export const VISITOR_DIGITS = 16;
/** The visitors of a statement. */
const MOST = 2_000;

/**
 * Calls `found` with all visits of these visitors (16 hex digits each) on one day (since 1970-01-01), those of a visitor
 * ordered by visit number: with the visitor, and with the numbers in the order of the columns, those above and then
 * `columns`. The array is used again for the next visit.
 */
export async function readVisits(
  tx: Executor,
  dialect: Dialect,
  { website, day }: { readonly website: number; readonly day: number },
  visitors: readonly string[],
  columns: readonly string[],
  found: (visitor: string, numbers: readonly number[]) => void,
): Promise<void> {
  const body = `${spaced(['LOWER(HEX(visitor))', ...VISIT_NUMBERS, ...columns])} AS body`;
  const read = async (some: readonly string[]) => {
    if (tx instanceof SharedTransaction)
      return lookUp<{ body: string }>(tx, {
        ...{ table: 'visit', columns: [body], website, where: { column: 'day', is: day } },
        ...{ key: 'visitor', among: some.map(blob), after: ' ORDER BY visitor, no' },
      });
    const { sql, params } = dialect.amongBytes('visitor', some);
    return tx.all<{ body: string }>(
      `SELECT ${body} FROM visit WHERE website_id = ? AND day = ? AND ${sql} ORDER BY visitor, no`,
      [website, day, ...params],
    );
  };
  const numbers: number[] = [];
  // All are asked for at once, so that no statement that comes later is run before them.
  await together(
    [...chunks(visitors, MOST)].map(async some => {
      for (const { body } of await read(some)) {
        readNumbers(body, VISITOR_DIGITS, numbers);
        found(body.slice(0, VISITOR_DIGITS), numbers);
      }
    }),
  );
}

/** The times (milliseconds since 1970, UTC) of a visit's latest stored pageview, if it has one, and of its latest hit. */
export interface LatestHits {
  readonly visitor: string;
  readonly no: number;
  readonly pageviewAt: number | null;
  readonly hitAt: number;
}

/** Returns the latest hits of these visitors' visits on one day; a visit without stored hits is missing. */
export async function readLatestHits(
  tx: Executor,
  website: number,
  day: number,
  visitors: readonly string[],
): Promise<LatestHits[]> {
  const rows = await lookUp<Omit<LatestHits, 'visitor'> & { visitor: Buffer }>(tx, {
    table: 'hit',
    columns: [
      'visitor',
      'visit_no AS no',
      'MAX(CASE WHEN event IS NULL THEN at END) AS pageviewAt',
      'MAX(at) AS hitAt',
    ],
    website,
    where: { column: 'day', is: day },
    key: 'visitor',
    among: visitors.map(blob),
    after: ' AND visit_no > 0 GROUP BY website_id, visitor, visit_no',
  });
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }));
}

/** Returns the days of a range (since 1970-01-01) on which visits of the website began. */
export async function daysWithVisits(tx: Executor, website: number, from: number, to: number): Promise<number[]> {
  const rows = await tx.all<{ day: number }>(
    `SELECT DISTINCT day FROM visit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)}`,
  );
  return rows.map(({ day }) => day);
}

/** The visitors whose latest visit was last on a page, and those of the whole website. */
export interface LiveCount {
  readonly website: number;
  readonly page: number;
  /** Those of the page that were active lately. */
  readonly visitors: number;
  /** Those of the website that were active lately, and in the whole span. */
  readonly visitors5: number;
  readonly visitors30: number;
}

/** Websites, and the days (since 1970-01-01) on which their latest visits began. */
export interface LiveDays {
  readonly websites: readonly number[];
  readonly days: readonly number[];
}

/**
 * Returns the `most` pages of each website that most visitors active at `activeSince` or later were last on, of equal ones
 * those with the lower value ids, and with each the visitors of the website since then and since `since` (milliseconds
 * since 1970, UTC). The database counts them, because there can be very many visitors.
 */
export async function readLiveCounts(
  dialect: Dialect,
  asked: readonly LiveDays[],
  { since, activeSince }: { readonly since: number; readonly activeSince: number },
  most: number,
): Promise<LiveCount[]> {
  const selects = asked.map(
    ({ websites, days }) =>
      `SELECT website_id, visitor, no, last_at, exit_page FROM visit WHERE ${dialect.among('website_id', websites)} AND day IN (${days.map(int).join(',')}) AND last_at >= ${int(since)}`,
  );
  // A visitor with several visits is on the page of the latest one.
  const latest = `SELECT website_id, exit_page, last_at, ROW_NUMBER() OVER (PARTITION BY website_id, visitor ORDER BY last_at DESC, no DESC) AS place FROM (${selects.join(' UNION ALL ')}) v`;
  const pages = `SELECT website_id, exit_page, COUNT(*) AS visitors, COUNT(CASE WHEN last_at >= ${int(activeSince)} THEN 1 END) AS active FROM (${latest}) l WHERE place = 1 GROUP BY website_id, exit_page`;
  const ranked = `SELECT website_id, exit_page, active, SUM(active) OVER (PARTITION BY website_id) AS visitors5, SUM(visitors) OVER (PARTITION BY website_id) AS visitors30, ROW_NUMBER() OVER (PARTITION BY website_id ORDER BY active DESC, exit_page) AS place FROM (${pages}) p`;
  const rows = await dialect.all<Record<keyof LiveCount, number | string>>(
    `SELECT website_id AS website, exit_page AS page, active AS visitors, visitors5, visitors30 FROM (${ranked}) r WHERE place <= ${int(most)}`,
  );
  // Not every engine returns a sum as a number.
  return rows.map(row => ({
    website: Number(row.website),
    page: Number(row.page),
    visitors: Number(row.visitors),
    visitors5: Number(row.visitors5),
    visitors30: Number(row.visitors30),
  }));
}
