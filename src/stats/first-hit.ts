import { type Database, reachable } from '../db/open.ts';
import { readImportedDays } from '../db/rollups/imported-days.ts';
import { readFirstDays, readFirstTimes } from '../db/visits/hits.ts';
import { type DayRange, type RangePreset, rangeOfPreset } from '../domain/range.ts';
import { localDay, startOfDay } from '../domain/time-zone.ts';
import type { Website } from '../websites/website.ts';

type Zoned = Pick<Website, 'id' | 'timezone'>;

/**
 * Returns the first day of each of these websites (since 1970-01-01) with hits or with sums that were imported, in the
 * order of `ids`; null before there are any.
 */
export async function firstDaysOf(database: Database, ids: readonly number[]): Promise<(number | null)[]> {
  const { dialect } = database;
  const [days, imported] = await reachable(database, () =>
    Promise.all([readFirstDays(dialect, ids), readImportedDays(dialect, ids)]),
  );
  return ids.map(id => {
    const first = [days.get(id), imported.get(id)?.from].filter(day => day !== undefined);
    return first.length === 0 ? null : Math.min(...first);
  });
}

/**
 * Returns the time of the first hit of each of these websites, in their order, in milliseconds since 1970 (UTC); null
 * before the first hit. Once that hit is past retention, it is the start of its day in the website's time zone.
 */
export async function firstHitsOf(database: Database, websites: readonly Zoned[]): Promise<(number | null)[]> {
  const { dialect } = database;
  return reachable(database, async () => {
    const days = await readFirstDays(
      dialect,
      websites.map(({ id }) => id),
    );
    const times = await readFirstTimes(dialect, days);
    return websites.map(({ id, timezone }) => {
      const day = days.get(id);
      return day === undefined ? null : (times.get(id) ?? startOfDay(day, timezone));
    });
  });
}

/** Returns the same for one website. */
export async function firstHitAt(database: Database, website: Zoned): Promise<number | null> {
  const [firstHit = null] = await firstHitsOf(database, [website]);
  return firstHit;
}

/**
 * Returns the days of a preset at `now` (milliseconds since 1970, UTC), in the website's time zone; `firstDay` is
 * called only for ALL.
 */
export async function resolvePreset(
  { timezone }: Pick<Website, 'timezone'>,
  preset: RangePreset,
  now: number,
  firstDay: () => Promise<number | null>,
): Promise<DayRange> {
  const first = preset === 'ALL' ? await firstDay() : null;
  return rangeOfPreset(preset, localDay(now, timezone).day, first);
}
