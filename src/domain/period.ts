import { localDay } from './day.ts';
import { weekStart } from './presets.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from './range.ts';

/** How often a report is sent; the order is stored and never changes. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The period of a report: a day, a week starting on Monday, or a calendar month; days since 1970-01-01, inclusive. */
export interface Period {
  readonly frequency: Frequency;
  readonly from: number;
  readonly to: number;
}

/** The hour from which reports are sent, on the day after their period, in the website's time zone. */
const HOUR_OF_REPORTS = 8;

/** Returns the last period that ended before the day. */
export function lastPeriod(frequency: Frequency, day: number): Period {
  switch (frequency) {
    case 'DAILY':
      return { frequency, from: day - 1, to: day - 1 };
    case 'WEEKLY': {
      const monday = weekStart(day);
      return { frequency, from: monday - 7, to: monday - 1 };
    }
    case 'MONTHLY': {
      const month = monthNumber(day) - 1;
      return { frequency, from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
    }
  }
}

/** Returns the period immediately before this one. */
export function periodBefore({ frequency, from }: Period): Period {
  return lastPeriod(frequency, from);
}

/**
 * Returns the latest day whose reports are due at `time`: the website's current day from 08:00 on, before that the
 * previous day.
 */
export function reportDay(time: number, timeZone: string): number {
  const { day, hour } = localDay(time, timeZone);
  return hour >= HOUR_OF_REPORTS ? day : day - 1;
}
