import { localDay, startOfDay, zoneOffset } from './day.ts';
import { type DayRange, weekStart } from './presets.ts';
import { dateOf, firstDayOfMonth, monthNumber } from './range.ts';

/** How long one point of a time series is. */
export const INTERVALS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type Interval = (typeof INTERVALS)[number];

/** A point of a time series before anything is counted: the days it has within the range, and its hour when it is one of them. */
export interface Slot extends DayRange {
  readonly hour: number | null;
  /** When its period begins: `2026-01-31`, or `2026-01-31T07`; a week by its Monday, which may lie before the range. */
  readonly start: string;
  /** True when the range has only a part of the period. */
  readonly cut: boolean;
}

const DAY = 86_400_000;
const QUARTER = 900_000;
const ALL_HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** How many points a range has, which is quick to tell; of hours at most so many. */
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

/** The points of a range in order; every day of it is in exactly one point, or in one for each hour that it has. */
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

/** A day and one of its hours, as a time series writes it. */
export function hourText(date: string, hour: number): string {
  return `${date}T${String(hour).padStart(2, '0')}`;
}

/** The hours that a local day has, in order; one that a clock change leaves out is missing, one that comes twice is there once. */
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
