import DataLoader from 'dataloader';
import type { LRUCache } from 'lru-cache';
import type { LiveDays } from '../db/visits/visits.ts';
import { latestUsed } from '../domain/latest-used.ts';
import { localDay } from '../domain/time-zone.ts';
import type { Website } from '../websites/website.ts';
import type { Reading } from './loader.ts';

export type Zoned = Pick<Website, 'id' | 'timezone'>;

/** A website, and the time (milliseconds since 1970, UTC) for which it is asked. */
export interface AskedNow {
  readonly website: Zoned;
  readonly now: number;
}

/** All readers within this many milliseconds get the same result. */
const LASTS = 2_000;

interface Lately<Found> {
  readonly kept: LRUCache<number, { readonly at: number; readonly found: Promise<Found> }>;
  readonly loader: DataLoader<AskedNow, Found>;
}

/** Returns a function that reads what is true now or was up to two seconds before, of many websites together. */
export function latelyReader<Found>(read: (reading: Reading, asked: readonly AskedNow[]) => Promise<Found[]>) {
  const latelyOf = new WeakMap<Reading, Lately<Found>>();
  const begin = (reading: Reading): Lately<Found> => {
    const lately: Lately<Found> = {
      kept: latestUsed(10_000),
      loader: new DataLoader(asked => read(reading, asked), { cache: false }),
    };
    latelyOf.set(reading, lately);
    return lately;
  };
  return (reading: Reading, website: Zoned, now: number): Promise<Found> => {
    const { kept, loader } = latelyOf.get(reading) ?? begin(reading);
    const known = kept.get(website.id);
    if (known && now >= known.at && now - known.at < LASTS) return known.found;
    const found = loader.load({ website, now });
    kept.set(website.id, { at: now, found });
    found.catch(() => kept.delete(website.id));
    return found;
  };
}

/** Returns the days of the last `span` milliseconds, for websites in nearby time zones together. */
export function latestDays(asked: readonly AskedNow[], now: number, span: number): LiveDays[] {
  const alike = Map.groupBy(asked, ({ website: { timezone }, now: at }) =>
    [...new Set([localDay(now - span, timezone).day, localDay(at, timezone).day])].join(),
  );
  return [...alike].map(([days, some]) => ({
    websites: [...new Set(some.map(({ website }) => website.id))],
    days: days.split(',').map(Number),
  }));
}
