import { METRICS, type Metric } from '../domain/statistic.ts';
import type { Dialect, Executor } from './dialect.ts';
import { insertRows, int, sumCell } from './fold-rows.ts';

/** Sums of one value on one day or in one month, as they should be or as they are. */
export interface SumRow extends Record<Metric, number> {
  readonly rollup: number;
  /** Days since 1970-01-01, or months since January 1970. */
  readonly at: number;
  readonly value: number;
}

const VISIT_SUMS = [
  'SUM(pageviews) AS pageviews',
  'COUNT(DISTINCT visitor) AS visitors',
  'COUNT(*) AS visits',
  'SUM(CASE WHEN pageviews = 1 AND events = 0 THEN 1 ELSE 0 END) AS bounces',
  'SUM(seconds) AS seconds',
  'SUM(events) AS events',
];
const HIT_SUMS = [
  'SUM(CASE WHEN event IS NULL THEN 1 ELSE 0 END) AS pageviews',
  'SUM(CASE WHEN event IS NULL THEN 0 ELSE 1 END) AS events',
];

/** Inclusive days, since 1970-01-01. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** Counts visits anew by a column of theirs. */
export async function recountVisits(
  executor: Executor,
  website: number,
  days: Days,
  rollup: number,
  column: string,
): Promise<SumRow[]> {
  return recount(executor, 'visit', website, days, rollup, column, VISIT_SUMS);
}

/** Counts visits anew by day, or by the hour they began in; a visitor counts in the hour of the first visit. */
export async function recountVisitTimes(
  executor: Executor,
  website: number,
  days: Days,
  rollup: number,
  by: 'day' | 'hour',
): Promise<SumRow[]> {
  const sums = VISIT_SUMS.map(sum =>
    sum.endsWith(' visitors') ? 'SUM(CASE WHEN no = 1 THEN 1 ELSE 0 END) AS visitors' : sum,
  );
  return recount(executor, 'visit', website, days, rollup, by === 'hour' ? 'hour' : null, sums);
}

/** Counts hits anew by a column of theirs (`page`, `event`, `hour`), or by day alone. */
export async function recountHits(
  executor: Executor,
  website: number,
  days: Days,
  rollup: number,
  column: string | null,
): Promise<SumRow[]> {
  return recount(executor, 'hit', website, days, rollup, column, HIT_SUMS);
}

async function recount(
  executor: Executor,
  table: 'hit' | 'visit',
  website: number,
  { from, to }: Days,
  rollup: number,
  column: string | null,
  sums: readonly string[],
): Promise<SumRow[]> {
  const rows = await executor.all<Record<string, number | string | null>>(
    `SELECT day AS at, ${column ?? '0'} AS value, ${sums.join(', ')} FROM ${table} WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} GROUP BY day${column === null ? '' : `, ${column}`}`,
  );
  return rows.filter(({ value }) => value !== null).map(row => sumRow(rollup, row));
}

/** The rollups as they are, rows of zeros left out. */
export async function readStoredSums(
  executor: Executor,
  website: number,
  period: 'day' | 'month',
  range: Days,
): Promise<SumRow[]> {
  const rows = await executor.all<Record<string, number | string | null>>(
    `SELECT name, ${period} AS at, value_id AS value, ${METRICS.join(', ')} FROM rollup_${period} WHERE website_id = ${int(website)} AND ${period} BETWEEN ${int(range.from)} AND ${int(range.to)}`,
  );
  return rows.map(row => sumRow(Number(row.name), row)).filter(row => METRICS.some(metric => row[metric] !== 0));
}

/** Replaces the rollups of a stretch of days or months. */
export async function replaceSums(
  tx: Executor,
  dialect: Dialect,
  website: number,
  period: 'day' | 'month',
  range: Days,
  rollups: readonly number[],
  rows: readonly SumRow[],
): Promise<void> {
  await tx.run(
    `DELETE FROM rollup_${period} WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND ${period} BETWEEN ${int(range.from)} AND ${int(range.to)}`,
  );
  await insertRows(tx, {
    table: `rollup_${period}`,
    columns: ['website_id', 'name', period, 'value_id', ...METRICS],
    after: dialect.onConflict(['website_id', 'name', period, 'value_id'], [], METRICS),
    rows: rows.map(row => [website, row.rollup, row.at, row.value, ...METRICS.map(metric => sumCell(row[metric]))]),
  });
}

/** First and last day of which the website has hits or visits; null when it has none. */
export async function keptDays(executor: Executor, website: number): Promise<Days | null> {
  const [row] = await executor.all<{ first: number | null; last: number | null }>(
    `SELECT MIN(day) AS first, MAX(day) AS last FROM rollup_day WHERE website_id = ${int(website)} AND name = 1`,
  );
  return row?.first == null || row.last == null ? null : { from: row.first, to: row.last };
}

function sumRow(rollup: number, row: Record<string, number | string | null>): SumRow {
  const of = (metric: Metric) => Number(row[metric] ?? 0);
  return {
    rollup,
    at: Number(row.at),
    value: Number(row.value),
    pageviews: of('pageviews'),
    visitors: of('visitors'),
    visits: of('visits'),
    bounces: of('bounces'),
    seconds: of('seconds'),
    events: of('events'),
  };
}
