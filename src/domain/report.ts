import { type DayRange, earlierRange, rangeOfPreset } from './range.ts';
import { localDay } from './time-zone.ts';

/** How often a report is sent; the order is stored and never changes. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The period of a report: a day, a week starting on Monday, or a calendar month; days since 1970-01-01, inclusive. */
export interface Period extends DayRange {
  readonly frequency: Frequency;
}

/** The hour from which reports are sent, on the day after their period, in the website's time zone. */
const HOUR_OF_REPORTS = 8;

const LAST = { DAILY: 'YESTERDAY', WEEKLY: 'LAST_WEEK', MONTHLY: 'LAST_MONTH' } as const;

/** Returns the last period that ended before the day. */
export function lastPeriod(frequency: Frequency, day: number): Period {
  return { frequency, ...rangeOfPreset(LAST[frequency], day, null) };
}

/** Returns the days to compare a period with, as the page that the report links to does; null before 1970. */
export function daysBefore(period: Period): DayRange | null {
  return earlierRange(period, 'PREVIOUS_WEEKDAYS');
}

/** Returns the latest day whose reports are due: the website's current day from 08:00 on, before that the previous. */
export function reportDay(time: number, timeZone: string): number {
  const { day, hour } = localDay(time, timeZone);
  return hour >= HOUR_OF_REPORTS ? day : day - 1;
}
