import { type Database, reachable } from '../db/open.ts';
import { readFirstDays } from '../db/visits/hits.ts';
import { dateOf } from '../domain/calendar.ts';
import { type DayRange, earlierRange, runningDay } from '../domain/range.ts';
import { localDay } from '../domain/time-zone.ts';
import { badInput } from '../errors.ts';
import type { FilteredSums } from './filtered.ts';
import type { ExplainQuery } from './query.ts';

/** The days of both ranges that can be compared and whose hits are stored, and the first such day of all. */
interface ComparableDays {
  readonly range: DayRange;
  readonly earlier: DayRange;
  readonly first: number;
  /** Both ranges are one day up to this hour of day; null for whole days. */
  readonly until: number | null;
}

/** So many days show how much shares vary by themselves; if the earlier range is shorter, days before it do. */
export const REFERENCE_DAYS = 28;
const LEAST_REFERENCE = 5;

/**
 * Returns the days that can be compared, leaving out those at either end that cannot: a day that is not over, and a day
 * whose earlier day has no hits in the database or is the one on which the website was registered. Today alone is
 * compared up to the last full hour.
 */
export async function comparableDays(
  { database, filtered }: { readonly database: Database; readonly filtered: FilteredSums },
  { website, timezone, compare, against, now, registeredAt, ...asked }: ExplainQuery,
): Promise<ComparableDays> {
  const [days, keptFrom] = await Promise.all([
    reachable(database, () => readFirstDays(database.dialect, [website])),
    filtered.keptFrom(website),
  ]);
  const firstHit = days.get(website) ?? null;
  const earlier = against ? { ...against, dayBefore: () => against.from } : earlierRange(asked, compare);
  if (firstHit === null || !earlier) throw nothingToCompare(asked);
  const isBegun = firstHit === localDay(registeredAt, timezone).day;
  const first = Math.max(keptFrom, isBegun ? firstHit + 1 : firstHit);
  const today = runningDay(now, timezone);
  let { from } = asked;
  const until = from === today.day && today.hour > 0 ? today.hour : null;
  const to = Math.min(asked.to, until === null ? today.day - 1 : today.day);
  while (from <= to && earlier.dayBefore(from) < first) from++;
  if (from > to) throw nothingToCompare(asked);
  const compared = against ?? { from: earlier.dayBefore(from), to: earlier.dayBefore(to) };
  return { range: { from, to }, earlier: compared, first, until };
}

/** Returns the days before the earlier range that show what is usual; null if that suffices, or there are too few. */
export function reference(earlier: DayRange, first: number): DayRange | null {
  if (earlier.to - earlier.from + 1 >= REFERENCE_DAYS) return null;
  const from = Math.max(first, earlier.from - REFERENCE_DAYS);
  const to = earlier.from - 1;
  return to - from + 1 < LEAST_REFERENCE ? null : { from, to };
}

function nothingToCompare({ from, to }: DayRange) {
  const days = from === to ? dateOf(from) : `${dateOf(from)} to ${dateOf(to)}`;
  return badInput({
    from: [
      `No change can be explained for ${days}: a day must be over, or be today and past its first hour, and the hits of the day it is compared with must be stored. Use earlier or more days, or another comparison.`,
    ],
  });
}
