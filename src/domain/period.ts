import { localDay } from './day.ts';
import { weekStart } from './presets.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from './range.ts';

/** How often a report comes; their order is stored and never changes. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What one report is about: a day, a week from Monday on, or a calendar month; days since 1970-01-01, inclusive. */
export interface Period {
  readonly frequency: Frequency;
  readonly from: number;
  readonly to: number;
}

/** Reports go out from this hour on, of the day after their period, at the website. */
const HOUR_OF_REPORTS = 8;

/** The last period that was over when the day began. */
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

/** The period of the same kind that ended when this one began. */
export function periodBefore({ frequency, from }: Period): Period {
  return lastPeriod(frequency, from);
}

/** The day whose reports are out at `time`: the website's today from eight o'clock on, yesterday until then. */
export function reportDay(time: number, timeZone: string): number {
  const { day, hour } = localDay(time, timeZone);
  return hour >= HOUR_OF_REPORTS ? day : day - 1;
}
