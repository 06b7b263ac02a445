import { voidBlocks } from '../db/block-rows.ts';
import type { Executor } from '../db/dialect.ts';
import { advanceFold, lockFold } from '../db/fold-rows.ts';
import type { Database } from '../db/open.ts';
import {
  type Days,
  keptDays,
  readStoredSums,
  recountHits,
  recountVisits,
  recountVisitTimes,
  replaceSums,
  type SumRow,
} from '../db/recount-rows.ts';
import { countingOf, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../domain/range.ts';
import type { Statistic } from '../domain/statistic.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import { ROLLUP_DAY, ROLLUP_HOUR } from './attribute.ts';

/** A rollup row that is not what its hits and visits add up to. */
export interface Difference {
  readonly period: 'day' | 'month';
  readonly stored: SumRow | null;
  readonly counted: SumRow | null;
}

/** What a recount of one website found. */
export interface Verdict {
  readonly days: Days | null;
  /** Rollup rows that were compared. */
  readonly rows: number;
  readonly differences: readonly Difference[];
}

/** Rollups that can be counted anew: those whose statistic has a column to count by. */
const COUNTED: readonly Statistic[] = DIMENSIONS.filter(({ column }) => column !== undefined);
const ROLLUPS = [ROLLUP_DAY, ROLLUP_HOUR, ...COUNTED.map(({ rollup }) => rollup)];
const OF_HITS = STORED_METRICS.filter(metric => countingOf(metric).by === 'hit');
const STEP_DAYS = 31;

/**
 * Counts a website's rollups anew from its hits and visits, month by month, and compares them; months are compared with the
 * sum of their days. Days before `since` (days since 1970-01-01) are past retention and only their months are compared.
 */
export async function verify(
  database: Database,
  website: number,
  since: number,
  progress: (done: number) => void = () => {},
): Promise<Verdict> {
  const { dialect } = database;
  const kept = await keptDays(dialect, website);
  if (!kept) return { days: null, rows: 0, differences: [] };
  let differences: Difference[] = [];
  let rows = 0;
  for (let month = monthNumber(kept.from); month <= monthNumber(kept.to); month++) {
    const ofMonth = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
    // One snapshot a month: a fold in between would look like a difference.
    await dialect.transaction(async tx => {
      await lockFold(tx, dialect, website);
      const stored = (await readStoredSums(tx, website, 'day', ofMonth)).filter(({ rollup }) =>
        ROLLUPS.includes(rollup),
      );
      const days = { from: Math.max(ofMonth.from, since), to: ofMonth.to };
      if (days.from <= days.to) {
        const counted = await recount(tx, website, days);
        rows += counted.length;
        const comparable = stored.filter(({ at }) => at >= days.from);
        differences = differences.concat(compare('day', comparable, counted));
      }
      const months = (await readStoredSums(tx, website, 'month', { from: month, to: month })).filter(({ rollup }) =>
        ROLLUPS.includes(rollup),
      );
      differences = differences.concat(compare('month', months, sumMonth(month, stored)));
      rows += months.length;
    });
    progress((month - monthNumber(kept.from) + 1) / (monthNumber(kept.to) - monthNumber(kept.from) + 1));
  }
  return { days: kept, rows, differences };
}

/** Replaces the rollups of a website by what its hits and visits add up to, month by month, from day `since` on. Answers how many rows it wrote. */
export async function rebuild(
  database: Database,
  website: number,
  since: number,
  progress: (done: number) => void = () => {},
): Promise<number> {
  const { dialect } = database;
  const kept = await keptDays(dialect, website);
  if (!kept) return 0;
  let written = 0;
  for (
    let start = Math.max(kept.from, since);
    start <= kept.to;
    start = Math.min(start + STEP_DAYS, lastDayOfMonth(monthNumber(start)) + 1)
  ) {
    const days = { from: start, to: lastDayOfMonth(monthNumber(start)) };
    const month = monthNumber(start);
    await dialect.transaction(async tx => {
      const state = await lockFold(tx, dialect, website);
      const counted = await recount(tx, website, days);
      await replaceSums(tx, dialect, website, 'day', days, ROLLUPS, counted);
      const all = await readStoredSums(tx, website, 'day', { from: firstDayOfMonth(month), to: days.to });
      await replaceSums(
        tx,
        dialect,
        website,
        'month',
        { from: month, to: month },
        ROLLUPS,
        sumMonth(
          month,
          all.filter(({ rollup }) => ROLLUPS.includes(rollup)),
        ),
      );
      await advanceFold(tx, website, state, { ...state, closedVersion: state.closedVersion + 1 });
      await voidBlocks(tx, website, { day: days.from, month });
      written += counted.length;
    });
    progress((Math.min(days.to, kept.to) - kept.from + 1) / (kept.to - kept.from + 1));
  }
  return written;
}

async function recount(tx: Executor, website: number, days: Days): Promise<SumRow[]> {
  const ofVisits = (await recountVisitTimes(tx, website, days, ROLLUP_DAY, 'day')).concat(
    await recountVisitTimes(tx, website, days, ROLLUP_HOUR, 'hour'),
  );
  const ofHits = (await recountHits(tx, website, days, ROLLUP_DAY, null)).concat(
    await recountHits(tx, website, days, ROLLUP_HOUR, 'hour'),
  );
  // Visits know their visitors and bounces, but pageviews and events also count for nobody's hits, and in their own hour.
  const merged = new Map(ofVisits.map(row => [keyOf(row), keepHits(row, null)]));
  for (const row of ofHits) {
    const visits = merged.get(keyOf(row));
    if (!visits) merged.set(keyOf(row), row);
    else for (const metric of OF_HITS) visits[metric] = row[metric];
  }
  // One after the other: a day of a hundred thousand pages is more than the arguments of a call may be.
  let rows = [...merged.values()];
  for (const { rollup, scope, column = '', metric, skipEmpty } of COUNTED) {
    const counted =
      scope === 'pageview' || scope === 'event'
        ? (await recountHits(tx, website, days, rollup, column)).map(row => keepHits(row, metric))
        : (await recountVisits(tx, website, days, rollup, column)).filter(({ value }) => !(skipEmpty && value === 0));
    rows = rows.concat(counted);
  }
  return rows.filter(row => STORED_METRICS.some(metric => row[metric] !== 0));
}

/** Sets what hits add to a row to 0, but for one metric. */
function keepHits(row: SumRow, kept: StoredMetric | null): SumRow {
  for (const metric of OF_HITS) if (metric !== kept) row[metric] = 0;
  return row;
}

function sumMonth(month: number, days: readonly SumRow[]): SumRow[] {
  const sums = new Map<string, SumRow>();
  for (const day of days) {
    const row = { ...day, at: month };
    const sum = sums.get(keyOf(row));
    if (sum) for (const metric of STORED_METRICS) sum[metric] += day[metric];
    else sums.set(keyOf(row), row);
  }
  return [...sums.values()].filter(row => STORED_METRICS.some(metric => row[metric] !== 0));
}

function compare(period: 'day' | 'month', stored: readonly SumRow[], counted: readonly SumRow[]): Difference[] {
  const differences: Difference[] = [];
  const left = new Map(counted.map(row => [keyOf(row), row]));
  for (const row of stored) {
    const twin = left.get(keyOf(row));
    left.delete(keyOf(row));
    if (!twin || STORED_METRICS.some(metric => row[metric] !== twin[metric]))
      differences.push({ period, stored: row, counted: twin ?? null });
  }
  for (const row of left.values()) differences.push({ period, stored: null, counted: row });
  return differences;
}

function keyOf({ rollup, at, value }: SumRow): string {
  return `${rollup}:${at}:${value}`;
}
