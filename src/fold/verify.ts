import { NO_SUMS } from '../counting/vector.ts';
import type { Database } from '../db/open.ts';
import { voidBlocks, voidDamaged } from '../db/rollups/block-state.ts';
import { findDamaged, readPackedMonth } from '../db/rollups/blocks.ts';
import { advanceFold, lockFold } from '../db/rollups/fold-state.ts';
import { type PropertyRow, readPropertyRows, replacePropertyRows } from '../db/rollups/properties.ts';
import { firstDayWithSums, keptDays, readStoredSums, replaceSums, type SumRow } from '../db/rollups/sums.ts';
import { readValuesSince } from '../db/rollups/value-since.ts';
import { retriedTransaction } from '../db/transaction.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../domain/calendar.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import { ROLLUP_PROPERTY } from '../domain/properties.ts';
import type { DayRange } from '../domain/range.ts';
import { PACKED } from './pack.ts';
import { differencesOf, monthsOf } from './properties.ts';
import { keyOf, ROLLUPS, type RowsByKey, recount } from './recount.ts';
import { verifyImports } from './verify-imports.ts';

/** A rollup row that differs from the sum of its hits and visits, or a packed one that differs from the sum of its days. */
export interface Difference {
  readonly period: 'day' | 'month';
  readonly stored: SumRow | null;
  readonly counted: SumRow | null;
}

/** The result of recounting one website. */
export interface Verdict {
  readonly days: DayRange | null;
  /** The number of rollup rows that were compared. */
  readonly rows: number;
  readonly differences: readonly Difference[];
  /** The packed days, weeks and months that were damaged, as their days; they are packed again. */
  readonly damaged: readonly DayRange[];
}

const STEP_DAYS = 31;

/**
 * Recounts a website's rollups from its hits and visits, month by month, and compares them; months are compared with
 * the sum of their days, as far as they are packed. Of days whose hits are no longer all stored, only the months are
 * compared, and so they are of statistics that were added by an upgrade and whose days are still to be counted.
 */
export async function verify(
  database: Database,
  website: number,
  progress: (done: number) => void = () => {},
): Promise<Verdict> {
  const { dialect } = database;
  const kept = await keptDays(dialect, website);
  const imports = await verifyImports(dialect, website);
  let differences: Difference[] = [...imports.differences];
  let { rows } = imports;
  const damaged = await dialect.snapshot(tx => findDamaged(tx, website));
  for (const days of damaged) await voidDamaged(dialect, website, days);
  if (!kept) return { days: null, rows, differences, damaged };
  const filled = new Map<number, number>();
  for (const { rollup, filledFrom } of (await readValuesSince(dialect, dialect, [website])).get(website) ?? [])
    filled.set(rollup, filledFrom);
  const isFilled = ({ rollup, at }: SumRow) => at >= (filled.get(rollup) ?? 0);
  for (let month = monthNumber(kept.from); month <= monthNumber(kept.to); month++) {
    const ofMonth = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
    // Each month is read in one snapshot, because a fold in between would look like a difference.
    await dialect.transaction(async tx => {
      const { keptFrom } = await lockFold(tx, dialect, website);
      const stored = (await readStoredSums(tx, website, ofMonth)).filter(({ rollup }) => ROLLUPS.includes(rollup));
      const propertyDays = await readPropertyRows(tx, website, 'day', ofMonth);
      const days = { from: Math.max(ofMonth.from, keptFrom), to: ofMonth.to };
      if (days.from <= days.to) {
        const counted = await recount(tx, dialect, website, days);
        rows += counted.rows.size + counted.properties.length;
        const comparable = stored.filter(row => row.at >= days.from && isFilled(row));
        for (const [key, row] of counted.rows) if (!isFilled(row)) counted.rows.delete(key);
        differences = differences.concat(
          compare('day', comparable, counted.rows),
          compareProperties(
            'day',
            propertyDays.filter(({ at }) => at >= days.from),
            counted.properties,
          ),
        );
      }
      const packed = await readPackedMonth(tx, website, month);
      if (packed) {
        const isCompared = ({ rollup }: SumRow) => PACKED.includes(rollup) && ROLLUPS.includes(rollup);
        differences = differences.concat(
          compare('month', packed.filter(isCompared), sumMonth(month, stored.filter(isCompared))),
        );
        rows += packed.length;
      }
      const propertyMonths = await readPropertyRows(tx, website, 'month', { from: month, to: month });
      differences = differences.concat(compareProperties('month', propertyMonths, monthsOf(propertyDays)));
      rows += propertyMonths.length;
    });
    progress((month - monthNumber(kept.from) + 1) / (monthNumber(kept.to) - monthNumber(kept.from) + 1));
  }
  return { days: kept, rows, differences, damaged };
}

/**
 * Replaces the rollups of a website with the sums of its hits and visits, month by month. Days whose hits are no longer
 * all stored stay as they are. Returns how many rows were written.
 */
export async function rebuild(
  database: Database,
  website: number,
  progress: (done: number) => void = () => {},
): Promise<number> {
  const { dialect } = database;
  const kept = await keptDays(dialect, website);
  const first = await firstDayWithSums(dialect, website, PACKED);
  if (!kept || first === null) return 0;
  // All is packed anew, from days that stay as they are, too, and what readers have of it is old.
  await retriedTransaction(dialect, async tx => {
    const state = await lockFold(tx, dialect, website);
    await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change: null });
    await voidBlocks(tx, dialect, website, [first, state.openDay]);
  });
  let written = 0;
  for (
    let start = kept.from;
    start <= kept.to;
    start = Math.min(start + STEP_DAYS, lastDayOfMonth(monthNumber(start)) + 1)
  ) {
    const month = monthNumber(start);
    const to = lastDayOfMonth(month);
    await dialect.transaction(async tx => {
      const state = await lockFold(tx, dialect, website);
      const days = { from: Math.max(start, state.keptFrom), to };
      if (days.from > days.to) return;
      const counted = await recount(tx, dialect, website, days);
      await replaceSums(tx, dialect, website, days, ROLLUPS, [...counted.rows.values()]);
      await replacePropertyRows(tx, dialect, website, 'day', days, counted.properties);
      const allProperties = await readPropertyRows(tx, website, 'day', { from: firstDayOfMonth(month), to });
      const months = { from: month, to: month };
      await replacePropertyRows(tx, dialect, website, 'month', months, monthsOf(allProperties));
      const change = { visitors: [], at: Date.now() };
      await advanceFold(tx, dialect, website, state, { ...state, touchesClosed: true, change });
      await voidBlocks(tx, dialect, website, [days.from, days.to]);
      written += counted.rows.size + counted.properties.length;
    });
    progress((Math.min(to, kept.to) - kept.from + 1) / (kept.to - kept.from + 1));
  }
  return written;
}

function sumMonth(month: number, days: readonly SumRow[]): RowsByKey {
  const sums: RowsByKey = new Map();
  for (const day of days) {
    const row = { ...day, at: month };
    const key = keyOf(row);
    const sum = sums.get(key);
    if (sum) for (const metric of STORED_METRICS) sum[metric] += day[metric];
    else sums.set(key, row);
  }
  for (const [key, row] of sums) if (STORED_METRICS.every(metric => row[metric] === 0)) sums.delete(key);
  return sums;
}

function compareProperties(
  period: 'day' | 'month',
  stored: readonly PropertyRow[],
  counted: readonly PropertyRow[],
): Difference[] {
  const rowOf = (row: PropertyRow | null) =>
    row && { ...NO_SUMS, rollup: ROLLUP_PROPERTY, at: row.at, value: row.value, events: row.events };
  return differencesOf(stored, counted).map(([one, other]) => ({ period, stored: rowOf(one), counted: rowOf(other) }));
}

/** Removes from `counted` what equals a stored row, or differs from it. */
function compare(period: 'day' | 'month', stored: readonly SumRow[], counted: RowsByKey): Difference[] {
  const differences: Difference[] = [];
  for (const row of stored) {
    const key = keyOf(row);
    const twin = counted.get(key);
    counted.delete(key);
    if (!twin || STORED_METRICS.some(metric => row[metric] !== twin[metric]))
      differences.push({ period, stored: row, counted: twin ?? null });
  }
  for (const row of counted.values()) differences.push({ period, stored: null, counted: row });
  return differences;
}
