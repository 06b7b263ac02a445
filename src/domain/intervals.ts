import { localDay, startOfDay, zoneOffset } from './day.ts';
import { type DayRange, weekStart } from './presets.ts';
import { dateOf, firstDayOfMonth, monthNumber } from './range.ts';

/** The possible lengths of one point of a time series. */
export const INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A point of a time series without counts: its days within the range and, for an hour, the hour of day. */
export interface Slot extends DayRange {
  readonly hour: number | null;
  /**
   * The start of its period: `2026-01-31`, or `2026-01-31T07`; for a week its Monday, which can be before the range.
   */
  readonly start: string;
  /** True if only part of the period is in the range. */
  readonly cut: boolean;
}

const DAY = 86_400_000;
const QUARTER = 900_000;
const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** Returns the number of points of a range, computed without listing them; for hours, the maximum. */
export function countSlots({ from, to }: DayRange, interval: Interval): number {
  switch (interval) {
    case 'HOUR':
      return (to - from + 1) * 24;
    case 'DAY':
      return to - from + 1;
    case 'WEEK':
      return (weekStart(to) - weekStart(from)) / 7 + 1;
    case 'MONTH':
      return monthNumber(to) - monthNumber(from) + 1;
  }
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

/**
 * Returns the hours of a local day in order, without an hour that a clock change skips; a repeated hour is listed once.
 */
export function hoursOfDay(day: number, timezone: string): readonly number[] {
  const start = startOfDay(day, timezone);
  const end = startOfDay(day + 1, timezone);
  if (end - start === DAY && zoneOffset(start, timezone) === zoneOffset(end - 1, timezone)) return ALL_HOURS;
  const hours = new Set<number>();
  for (let time = start; time < end; time += QUARTER) hours.add(localDay(time, timezone).hour);
  return [...hours].sort((a, b) => a - b);
}

function periodOf(day: number, interval: Interval): DayRange {
  if (interval === 'WEEK') return { from: weekStart(day), to: weekStart(day) + 6 };
  if (interval === 'MONTH') {
    const month = monthNumber(day);
    return { from: firstDayOfMonth(month), to: firstDayOfMonth(month + 1) - 1 };
  }
  return { from: day, to: day };
}
