import { ROLLUP_DAY } from '../../counting/rollups.ts';
import { columnName, STORED_METRICS, type StoredMetric } from '../../domain/metrics.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { chunks, insertRows, int } from '../sql.ts';

/** The columns of the stored metrics in rollups, each at the index of the metric's number. */
export const METRIC_COLUMNS: readonly string[] = STORED_METRICS.map(columnName);

const KEY = ['website_id', 'name', 'day', 'value_id'];

/** Returns the stored metrics as a SELECT list, each under its name. */
function selectMetrics(expression: (column: string) => string): string {
  return STORED_METRICS.map(metric => `${expression(columnName(metric))} AS ${metric}`).join(', ');
}

/** Returns a sum of a rollup as a cell: zero becomes NULL, which takes no space. */
function sumCell(sum: number): string | number {
  return sum === 0 ? 'NULL' : sum;
}

/** The sums of one value on one day or in one month, either as stored or as they should be. */
export interface SumRow extends Record<StoredMetric, number> {
  readonly rollup: number;
  /** Days since 1970-01-01, or months since January 1970. */
  readonly at: number;
  readonly value: number;
}

/** Returns the rollups as stored, without rows of zeros. */
export async function readStoredSums(executor: Executor, website: number, range: DayRange): Promise<SumRow[]> {
  const rows = await executor.all<Record<string, number | string | null>>(
    `SELECT name, day AS at, value_id AS value, ${selectMetrics(column => column)} FROM rollup_day WHERE website_id = ${int(website)} AND day BETWEEN ${int(range.from)} AND ${int(range.to)}`,
  );
  return rows.map(row => sumRow(Number(row.name), row)).filter(row => STORED_METRICS.some(metric => row[metric] !== 0));
}

/** Replaces the rollups of a range of days. */
export async function replaceSums(
  tx: Executor,
  dialect: Dialect,
  website: number,
  range: DayRange,
  rollups: readonly number[],
  rows: readonly SumRow[],
): Promise<void> {
  await tx.run(
    `DELETE FROM rollup_day WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND day BETWEEN ${int(range.from)} AND ${int(range.to)}`,
  );
  await insertRows(tx, {
    table: 'rollup_day',
    columns: [...KEY, ...METRIC_COLUMNS],
    after: dialect.onConflict(KEY, [], METRIC_COLUMNS),
    rows: rows.map(row => [
      website,
      row.rollup,
      row.at,
      row.value,
      ...STORED_METRICS.map(metric => sumCell(row[metric])),
    ]),
  });
}

/** Subtracts sums from the rollups, where a missing row counts as zeros; rows that become zero are removed. */
export async function subtractSums(
  tx: Executor,
  dialect: Dialect,
  website: number,
  rows: readonly SumRow[],
): Promise<void> {
  for (const some of Map.groupBy(rows, ({ rollup, at }) => `${rollup}:${at}`).values())
    for (const few of chunks(some, 1_000)) {
      const [{ rollup, at }] = few as [SumRow];
      const these = (ids: readonly number[]) =>
        `website_id = ${int(website)} AND name = ${int(rollup)} AND day = ${int(at)} AND value_id IN (${ids.map(int).join(',')})`;
      const added = new Map(few.map(row => [row.value, row]));
      const rows = await tx.all<Record<string, number | string | null>>(
        `SELECT value_id AS value, ${selectMetrics(column => column)} FROM rollup_day WHERE ${these([...added.keys()])}`,
      );
      const stored = new Map(rows.map(row => [Number(row.value), row]));
      const left = [...added.values()].map(less => {
        const sums = sumRow(rollup, { ...stored.get(less.value), value: less.value, at });
        for (const metric of STORED_METRICS) sums[metric] -= less[metric];
        return sums;
      });
      const gone = left.filter(row => STORED_METRICS.every(metric => row[metric] === 0));
      if (gone.length > 0) await tx.run(`DELETE FROM rollup_day WHERE ${these(gone.map(({ value }) => value))}`);
      await insertRows(tx, {
        table: 'rollup_day',
        columns: [...KEY, ...METRIC_COLUMNS],
        after: dialect.onConflict(KEY, [], METRIC_COLUMNS),
        rows: left
          .filter(row => STORED_METRICS.some(metric => row[metric] !== 0))
          .map(row => [website, rollup, at, row.value, ...STORED_METRICS.map(metric => sumCell(row[metric]))]),
      });
    }
}

/** Returns the totals of some days, as `rollup` has them in one row each. */
export async function readTotals(
  executor: Executor,
  website: number,
  rollup: number,
  days: readonly number[],
): Promise<SumRow[]> {
  if (days.length === 0) return [];
  const rows = await executor.all<Record<string, number | string | null>>(
    `SELECT day AS at, value_id AS value, ${selectMetrics(column => column)} FROM rollup_day WHERE website_id = ${int(website)} AND name = ${int(rollup)} AND day IN (${days.map(int).join(',')})`,
  );
  return rows.map(row => sumRow(rollup, row));
}

/** Removes all sums of some days. */
export async function removeSums(
  tx: Executor,
  website: number,
  rollups: readonly number[],
  days: readonly number[],
): Promise<void> {
  if (days.length === 0) return;
  await tx.run(
    `DELETE FROM rollup_day WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND day IN (${days.map(int).join(',')})`,
  );
}

/** Returns the first and last day with hits or visits of the website; null when it has none. */
export async function keptDays(executor: Executor, website: number): Promise<DayRange | null> {
  const [row] = await executor.all<{ first: number | null; last: number | null }>(
    `SELECT MIN(day) AS first, MAX(day) AS last FROM rollup_day WHERE website_id = ${int(website)} AND name = 1`,
  );
  return row?.first == null || row.last == null ? null : { from: row.first, to: row.last };
}

/** Returns the first day with sums of any of these rollups, those of crawlers among them; null when there is none. */
export async function firstDayWithSums(
  executor: Executor,
  website: number,
  rollups: readonly number[],
): Promise<number | null> {
  // An index has the first day of one rollup, but not that of several.
  const firsts = rollups.map(
    rollup => `SELECT MIN(day) AS day FROM rollup_day WHERE website_id = ${int(website)} AND name = ${int(rollup)}`,
  );
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM (${firsts.join(' UNION ALL ')}) f`,
  );
  return row?.day ?? null;
}

function sumRow(rollup: number, row: Record<string, number | string | null>): SumRow {
  const sums = { rollup, at: Number(row.at), value: Number(row.value) } as Record<keyof SumRow, number>;
  for (const metric of STORED_METRICS) sums[metric] = Number(row[metric] ?? 0);
  return sums;
}

/** Returns the last day with counts (since 1970-01-01) before a day. */
export async function lastDayBefore(executor: Executor, website: number, before: number): Promise<number | null> {
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MAX(day) AS day FROM rollup_day WHERE website_id = ${int(website)} AND name = ${ROLLUP_DAY} AND day < ${int(before)}`,
  );
  return row?.day ?? null;
}

/** Returns the first day with counts (since 1970-01-01) after a day; null if there is none. */
export async function firstDayAfter(executor: Executor, website: number, after: number): Promise<number | null> {
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM rollup_day WHERE website_id = ${int(website)} AND name = ${ROLLUP_DAY} AND day > ${int(after)}`,
  );
  return row?.day ?? null;
}
