import { dayOf, firstDayOfMonth, monthNumber } from '../../../domain/calendar.ts';
import { FileFault } from '../../fault.ts';
import type { SourceFile } from '../../importer.ts';
import { readCsv } from '../../readers/csv.ts';
import { headOf } from '../../sums-table.ts';
import { columnsOf, groupsIn } from './columns.ts';

/** What must be known of a file before its rows can be read. */
export interface Survey {
  readonly file: SourceFile;
  readonly columns: readonly string[];
  readonly groups: readonly string[];
  /** Days since 1970-01-01. */
  readonly days: ReadonlySet<number>;
  readonly isHourly: boolean;
  /** What its bounce rates are multiplied by: they are shares or percent. */
  readonly bounceScale: number;
}

const GROUPING = 'choose the date grouping Daily in its export';

/** Reads a file once. Throws FileFault for one by month or year. */
export async function survey(file: SourceFile): Promise<Survey> {
  let columns: string[] | undefined;
  const days = new Set<number>();
  let [isHourly, isPercent] = [false, false];
  let [all, long, firstLong] = [0, 0, 0];
  for await (const { rows, lines } of readCsv(file)) {
    const start = columns ? 0 : 1;
    columns ??= columnsOf(headOf(rows[0] as readonly string[]));
    const time = columns.indexOf('datetime');
    const rate = columns.indexOf('bounce_rate');
    for (let at = start; at < rows.length; at++) {
      const text = rows[at]?.[time] ?? '';
      all++;
      if (/^\d{4}(-\d\d)?$/.test(text) && long++ === 0) firstLong = lines[at] as number;
      const day = dayOf(text.slice(0, 10));
      if (day !== null) days.add(day);
      isHourly ||= /[ T](?:0[1-9]|1\d|2[0-3]):/.test(text);
      isPercent ||= isOverOne(rows[at]?.[rate] ?? '');
    }
  }
  // A single one among others is a day that is cut off.
  if (long > 1 || (long === 1 && all === 1))
    throw new FileFault(file.name, firstLong, `Its rows are by month or year; ${GROUPING}.`);
  const known = columns ?? [];
  return { file, columns: known, groups: groupsIn(known), days, isHourly, bounceScale: isPercent ? 0.01 : 1 };
}

function isOverOne(rate: string): boolean {
  return rate.endsWith('%') || Number(rate) > 1;
}

/**
 * Throws FileFault for an export by week or month, whose rows have days as well. All files are judged together, because an event
 * can happen on a few days that are weeks apart; the totals have a row for nearly each day.
 */
export function checkGrouping(surveys: readonly Survey[]): void {
  const daily = surveys.filter(({ isHourly }) => !isHourly);
  const unit = longUnitOf(
    [...new Set(daily.flatMap(({ days }) => [...days]))],
    daily.some(({ groups }) => groups.length === 0) ? ENOUGH_OF_TOTALS : ENOUGH,
  );
  const [first] = daily;
  if (first && unit !== null) throw new FileFault(first.file.name, null, `Its rows are by ${unit}; ${GROUPING}.`);
}

/** The days by which an export by a longer unit is recognised. */
interface Enough {
  readonly months: number;
  readonly weeks: number;
}

const ENOUGH_OF_TOTALS: Enough = { months: 2, weeks: 3 };
const ENOUGH: Enough = { months: 4, weeks: 5 };

/** Returns the unit that is longer than a day in which all days begin; null if there is none. */
function longUnitOf(days: readonly number[], { months, weeks }: Enough): string | null {
  const [first] = days;
  if (first === undefined) return null;
  if (days.length >= months && days.every(day => day === firstDayOfMonth(monthNumber(day)))) return 'month';
  return days.length >= weeks && days.every(day => (day - first) % 7 === 0) ? 'week' : null;
}
