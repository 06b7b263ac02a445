import {
  DAY,
  dateOf,
  dayNumber,
  firstDayOfMonth,
  firstDayOfWeek,
  lastDayOfMonth,
  lastDayOfWeek,
  monthNumber,
  weekdayOf,
  weekNumber,
} from './calendar.ts';
import { hoursOfDay, localDay } from './time-zone.ts';

/** An inclusive range of days since 1970-01-01. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of two dates `YYYY-MM-DD`, which must be real dates. */
export function dayRange(from: string, to: string): DayRange {
  return { from: dayNumber(from), to: dayNumber(to) };
}

/** What the days of a preset depend on: today, the first day of its week, its month and that year's first (since January 1970). */
interface Calendar {
  readonly today: number;
  readonly week: number;
  readonly month: number;
  readonly january: number;
  /** The first day with a hit; today without hits. */
  readonly first: number;
}

/** Whole days only: a day that is still running would look like a fall. */
const lastDays =
  (days: number) =>
  ({ today }: Calendar) =>
    [today - days, today - 1] as const;

const PRESETS = {
  TODAY: ({ today }) => [today, today],
  YESTERDAY: ({ today }) => [today - 1, today - 1],
  LAST_7_DAYS: lastDays(7),
  LAST_30_DAYS: lastDays(30),
  LAST_90_DAYS: lastDays(90),
  LAST_365_DAYS: lastDays(365),
  THIS_WEEK: ({ today, week }) => [week, today],
  LAST_WEEK: ({ week }) => [week - 7, week - 1],
  THIS_MONTH: ({ today, month }) => [firstDayOfMonth(month), today],
  LAST_MONTH: ({ month }) => [firstDayOfMonth(month - 1), lastDayOfMonth(month - 1)],
  THIS_YEAR: ({ today, january }) => [firstDayOfMonth(january), today],
  LAST_YEAR: ({ january }) => [firstDayOfMonth(january - 12), lastDayOfMonth(january - 1)],
  ALL: ({ today, first }) => [Math.min(first, today), today],
} as const satisfies Record<string, (calendar: Calendar) => readonly [from: number, to: number]>;

/** Named ranges; their days depend on the current day in the website's time zone. */
export type RangePreset = keyof typeof PRESETS;
export const RANGE_PRESETS = Object.keys(PRESETS) as readonly RangePreset[];

/**
 * Returns the days of a preset. Periods that are still running end today; `first` is the first day with a hit, or null.
 * Weeks begin on `firstWeekday`, from 1 (Monday) to 7 (Sunday).
 */
export function rangeOfPreset(preset: RangePreset, today: number, first: number | null, firstWeekday = 1): DayRange {
  const month = monthNumber(today);
  const january = month - (month % 12);
  const week = today - ((weekdayOf(today) - firstWeekday + 7) % 7);
  const [from, to] = PRESETS[preset]({ today, week, month, january, first: first ?? today });
  return { from, to };
}

/** The earlier ranges that a range can be compared with. */
export const COMPARISONS = ['PREVIOUS_PERIOD', 'PREVIOUS_WEEKDAYS', 'PREVIOUS_YEAR'] as const;
export type Compare = (typeof COMPARISONS)[number];

/** What a range is compared with: a named range, or as many days from this one on (since 1970-01-01). */
export type Comparison = Compare | { readonly from: number };

/** The earlier range of a comparison, and how its days match those of the later range. */
export interface Earlier extends DayRange {
  /** Returns the earlier day that a day of the later range is compared with; never decreases for later days. */
  readonly dayBefore: (day: number) => number;
}

/** Returns the earlier range to compare with; null without a comparison, or if it would begin before 1970. */
export function earlierRange({ from, to }: DayRange, compare: Comparison | null): Earlier | null {
  if (compare === null) return null;
  const length = to - from + 1;
  const shift =
    typeof compare === 'object'
      ? from - compare.from
      : compare === 'PREVIOUS_WEEKDAYS'
        ? 7 * Math.ceil(length / 7)
        : length;
  const dayBefore = compare === 'PREVIOUS_YEAR' ? yearBefore : (day: number) => day - shift;
  const earlier = { from: dayBefore(from), to: dayBefore(to), dayBefore };
  return earlier.from < 0 ? null : earlier;
}

/** How far today has come in a website's time zone: its day (since 1970-01-01), and the hour before which its hours are over; 0 if none is. */
export interface Running {
  readonly day: number;
  readonly hour: number;
}

/** Returns today in a time zone at `now`. A clock change can skip midnight, and the first hour is a later one then. */
export function runningDay(now: number, timezone: string): Running {
  const { day, hour } = localDay(now, timezone);
  return { day, hour: hour === hoursOfDay(day, timezone)[0] ? 0 : hour };
}

/** Whole days, and the hours of one more day before `until`. */
export interface Part {
  readonly days: DayRange | null;
  readonly hours: { readonly day: number; readonly until: number } | null;
}

/** The parts of a running range and of the earlier one that are compared: the days and the hours of today that are over. */
export interface Parts {
  readonly now: Part;
  readonly before: Part;
}

/** Returns the part of a running range that is over and therefore compared; null if no part is. */
export function comparedParts(
  { from }: DayRange,
  { dayBefore }: Pick<Earlier, 'dayBefore'>,
  { day, hour }: Running,
): Parts | null {
  const days = from < day ? { from, to: day - 1 } : null;
  const daysBefore = days && { from: dayBefore(from), to: dayBefore(day - 1) };
  const before = dayBefore(day);
  // February 29 shares the day of the year before with February 28.
  const hasHours = from <= day && hour > 0 && (daysBefore === null || daysBefore.to < before);
  if (!days && !hasHours) return null;
  return {
    now: { days, hours: hasHours ? { day, until: hour } : null },
    before: { days: daysBefore, hours: hasHours ? { day: before, until: hour } : null },
  };
}

/** Returns the same date one year earlier; February 29 becomes February 28. */
function yearBefore(day: number): number {
  const date = new Date(day * DAY);
  const year = date.getUTCFullYear() - 1;
  const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return Date.UTC(year, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate()) / DAY;
}

/** The possible lengths of one point of a time series. */
export const INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A point of a time series without counts: its days within the range and, for an hour, the hour of day. */
export interface Slot extends DayRange {
  readonly hour: number | null;
  /** The start of its period, `2026-01-31` or `2026-01-31T07`; a week's Monday can be before the range. */
  readonly start: string;
  /** True if only part of the period is in the range. */
  readonly cut: boolean;
}

/** Returns the number of points of a range, computed without listing them; for hours, the maximum. */
export function countSlots({ from, to }: DayRange, interval: Interval): number {
  const numberOf = interval === 'WEEK' ? weekNumber : interval === 'MONTH' ? monthNumber : (day: number) => day;
  return (numberOf(to) - numberOf(from) + 1) * (interval === 'HOUR' ? 24 : 1);
}

/** Returns the points of a range in order; each day is in exactly one point, or in one point per hour. */
export function slotsOf({ from, to }: DayRange, interval: Interval, timezone: string): Slot[] {
  const slots: Slot[] = [];
  for (let start = from; start <= to; ) {
    const period = periodOf(start, interval);
    const days = { from: start, to: Math.min(to, period.to) };
    const date = dateOf(period.from);
    if (interval === 'HOUR') {
      for (const hour of hoursOfDay(start, timezone))
        slots.push({ ...days, hour, start: hourText(date, hour), cut: false });
    } else {
      const cut = period.from < days.from || period.to > days.to;
      slots.push({ ...days, hour: null, start: date, cut });
    }
    start = days.to + 1;
  }
  return slots;
}

/** Returns an hour of a day as a time series writes it, such as `2026-01-31T07`. */
export function hourText(date: string, hour: number): string {
  return `${date}T${String(hour).padStart(2, '0')}`;
}

function periodOf(day: number, interval: Interval): DayRange {
  if (interval === 'WEEK') {
    const week = weekNumber(day);
    return { from: firstDayOfWeek(week), to: lastDayOfWeek(week) };
  }
  if (interval === 'MONTH') {
    const month = monthNumber(day);
    return { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
  }
  return { from: day, to: day };
}
