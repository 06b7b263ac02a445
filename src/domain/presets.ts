import { dayNumber, firstDayOfMonth, lastDayOfMonth, monthNumber } from './range.ts';

/** Ranges that have a name; which days they are depends on today, which the website's time zone decides. */
export const RANGE_PRESETS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
  'LAST_365_DAYS',
  'THIS_WEEK',
  'LAST_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
  'THIS_YEAR',
  'LAST_YEAR',
  'ALL',
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** Inclusive days, since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** The days of a preset. What is under way ends today; `first` is the first day that anything was counted, null for none. */
export function rangeOfPreset(preset: RangePreset, today: number, first: number | null): DayRange {
  const monday = weekStart(today);
  const month = monthNumber(today);
  const year = Math.floor(month / 12);
  switch (preset) {
    case 'TODAY':
      return { from: today, to: today };
    case 'YESTERDAY':
      return { from: today - 1, to: today - 1 };
    case 'LAST_7_DAYS':
    case 'LAST_30_DAYS':
    case 'LAST_90_DAYS':
    case 'LAST_365_DAYS':
      return { from: today - Number(preset.replace(/\D/g, '')) + 1, to: today };
    case 'THIS_WEEK':
      return { from: monday, to: today };
    case 'LAST_WEEK':
      return { from: monday - 7, to: monday - 1 };
    case 'THIS_MONTH':
      return { from: firstDayOfMonth(month), to: today };
    case 'LAST_MONTH':
      return { from: firstDayOfMonth(month - 1), to: lastDayOfMonth(month - 1) };
    case 'THIS_YEAR':
      return { from: firstDayOfMonth(year * 12), to: today };
    case 'LAST_YEAR':
      return { from: firstDayOfMonth(year * 12 - 12), to: firstDayOfMonth(year * 12) - 1 };
    case 'ALL':
      return { from: Math.min(first ?? today, today), to: today };
  }
}

/** The Monday of the week that a day lies in. */
export function weekStart(day: number): number {
  return day - weekdayOf(day) + 1;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** What a range is compared with. */
export const COMPARES = ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR'] as const;
export type Compare = (typeof COMPARES)[number];

/** A range that another is compared with, and how days of the two stand against each other. */
export interface Earlier extends DayRange {
  /** The day of the earlier range that a day of the later one stands against; it never goes back as days go on. */
  readonly dayBefore: (day: number) => number;
}

/** The range to compare with; null when there is none, or when it would begin before 1970. */
export function earlierRange({ from, to }: DayRange, compare: Compare | null): Earlier | null {
  if (compare === null) return null;
  const length = to - from + 1;
  const dayBefore = compare === 'PREVIOUS_YEAR' ? yearBefore : (day: number) => day - length;
  const earlier = { from: dayBefore(from), to: dayBefore(to), dayBefore };
  return earlier.from < 0 ? null : earlier;
}

/** The same date one year earlier; the 29th of February becomes the 28th. */
function yearBefore(day: number): number {
  const date = new Date(day * 86_400_000);
  const year = date.getUTCFullYear() - 1;
  const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return Date.UTC(year, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate()) / 86_400_000;
}

/** The days of two dates `YYYY-MM-DD`, which must be real ones. */
export function dayRange(from: string, to: string): DayRange {
  return { from: dayNumber(from), to: dayNumber(to) };
}
