import { BASELINE_WEEKS, type HourCount } from '../domain/alert.ts';
import { dayNumber } from '../domain/calendar.ts';
import { localDay } from '../domain/time-zone.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import type { Website } from '../websites/website.ts';

type Zoned = Pick<Website, 'id' | 'timezone'>;

/** Returns the hours of the website that were over at `now`, in its time zone, as far back as alerts compare. */
export async function completeHours(stats: AnswerLoader, { id, timezone }: Zoned, now: number): Promise<HourCount[]> {
  const { day } = localDay(now, timezone);
  const range = { from: day - 7 * BASELINE_WEEKS - 1, to: day };
  const all = { filter: null, compare: null, interval: 'HOUR' } as const;
  const { points } = await stats.timeseries({ website: id, timezone, ...all, ...range, now });
  return points
    .filter(({ partial }) => !partial)
    .map(({ start, sums }) => ({
      hour: dayNumber(start.slice(0, 10)) * 24 + Number(start.slice(11, 13)),
      visits: sums.visits,
      hits: sums.pageviews + sums.events,
    }));
}

/** Returns the first hour that was counted whole, given the time of the first hit. */
export function firstWholeHour(firstHit: number, { timezone }: Zoned): number {
  const { day, hour } = localDay(firstHit, timezone);
  return day * 24 + hour + 1;
}
