import { dateOf, dayNumber } from '../../domain/calendar.ts';
import { type RangePreset, rangeOfPreset } from '../../domain/range.ts';

/** The named ranges with their labels, in the order the page offers them. */
export const PRESETS: readonly (readonly [preset: RangePreset, label: string])[] = [
  ['TODAY', 'Today'],
  ['YESTERDAY', 'Yesterday'],
  ['LAST_7_DAYS', 'Last 7 days'],
  ['LAST_30_DAYS', 'Last 30 days'],
  ['LAST_90_DAYS', 'Last 90 days'],
  ['LAST_365_DAYS', 'Last 365 days'],
  ['THIS_WEEK', 'This week'],
  ['LAST_WEEK', 'Last week'],
  ['THIS_MONTH', 'This month'],
  ['LAST_MONTH', 'Last month'],
  ['THIS_YEAR', 'This year'],
  ['LAST_YEAR', 'Last year'],
  ['ALL', 'All time'],
];

/** A range of days such as `2026-01-31`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns today's date in the time zone. */
export function todayIn(timezone: string, now: number = Date.now()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now).replaceAll('/', '-');
}

export const addDays = (day: string, days: number): string => dateOf(dayNumber(day) + days);

/** Returns the number of days in the range. */
export const countDays = ({ from, to }: Days): number => dayNumber(to) - dayNumber(from) + 1;

/** Returns the days of a preset; null for all time, which only the server knows. */
export function daysOfPreset(preset: RangePreset, today: string): Days | null {
  if (preset === 'ALL') return null;
  const { from, to } = rangeOfPreset(preset, dayNumber(today), null);
  return { from: dateOf(from), to: dateOf(to) };
}
