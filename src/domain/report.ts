import { type DayRange, rangeOfPreset } from './range.ts';
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

/** Returns the period to compare with: the week or month before, of a day the same weekday a week before. */
export function periodBefore({ frequency, from, to }: Period): Period {
  return frequency === 'DAILY' ? { frequency, from: from - 7, to: to - 7 } : lastPeriod(frequency, from);
}

/** Returns the latest day whose reports are due: the website's current day from 08:00 on, before that the previous. */
export function reportDay(time: number, timeZone: string): number {
  const { day, hour } = localDay(time, timeZone);
  return hour >= HOUR_OF_REPORTS ? day : day - 1;
}
