import { readFirstDay, readFirstTime } from '../db/first-hit-rows.ts';
import { type Database, reachable } from '../db/open.ts';
import { localDay, startOfDay } from '../domain/day.ts';
import { type DayRange, type RangePreset, rangeOfPreset } from '../domain/presets.ts';
import type { Website } from '../websites/website.ts';

type Zoned = Pick<Website, 'id' | 'timezone'>;

/**
 * When the first hit of a website came, in milliseconds since 1970; null before it. Once that hit is older than hits are kept,
 * it is the moment its day began.
 */
export function firstHitAt(database: Database, { id, timezone }: Zoned): Promise<number | null> {
  const { dialect } = database;
  return reachable(database, async () => {
    const day = await readFirstDay(dialect, id);
    if (day === null) return null;
    return (await readFirstTime(dialect, id, day)) ?? startOfDay(day, timezone);
  });
}

/** The days of a preset at `now` (milliseconds since 1970), in the website's time zone. */
export async function resolvePreset(
  database: Database,
  { id, timezone }: Zoned,
  preset: RangePreset,
  now: number,
): Promise<DayRange> {
  const first = preset === 'ALL' ? await reachable(database, () => readFirstDay(database.dialect, id)) : null;
  return rangeOfPreset(preset, localDay(now, timezone).day, first);
}
