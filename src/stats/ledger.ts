import { groupByWebsite } from '../db/by-website.ts';
import { type DroppedRow, readDropped } from '../db/ledger.ts';
import { type Database, reachable } from '../db/open.ts';
import { readRefusedValues } from '../db/rollups/values.ts';
import type { DayRange } from '../domain/range.ts';
import { DIMENSIONS, PROPERTY, type StatName } from '../domain/statistics.ts';
import { localDay } from '../domain/time-zone.ts';
import type { Website } from '../websites/website.ts';

/**
 * Returns the hits of these websites that were intentionally not counted, in the order of `ids`, by day and reason, the
 * latest day first.
 */
export async function droppedOf(
  database: Database,
  ids: readonly number[],
  { from, to }: DayRange,
): Promise<(readonly DroppedRow[])[]> {
  const rows = await reachable(database, () => readDropped(database.dialect, ids, from, to));
  return groupByWebsite(ids, rows);
}

/** What the owner of a website should know about the numbers of a day. */
export interface Warned extends Omit<TooManyValues, 'name'> {
  readonly kind: 'TOO_MANY_VALUES' | 'LARGE_AMOUNTS';
  /** Null if the warning is not about a statistic. */
  readonly name: StatName | null;
}

/** A statistic had too many new values on a day: `count` of what it counts is under `(other)`. */
export interface TooManyValues {
  readonly name: StatName;
  /** The key of the property that had them; null for other statistics, and if there were too many keys. */
  readonly key: string | null;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly count: number;
  /** Whether one network sent more than its share of the new values. */
  readonly isCrowded: boolean;
}

const WARNED_DAYS = 7;
const COUNTED = [...DIMENSIONS, PROPERTY];

/**
 * Returns the statistics with too many new values in the last seven days of each website's time zone, in the order of
 * `websites`, the latest day first.
 */
export async function tooManyValuesOf(
  database: Database,
  websites: readonly Pick<Website, 'id' | 'timezone'>[],
  now: number,
): Promise<(readonly TooManyValues[])[]> {
  const firstDays = websites.map(({ timezone }) => localDay(now, timezone).day - WARNED_DAYS + 1);
  const ids = websites.map(({ id }) => id);
  const refused = await reachable(database, () => readRefusedValues(database.dialect, ids, Math.min(...firstDays)));
  return groupByWebsite(ids, refused).map((ofWebsite, place) =>
    ofWebsite.flatMap(({ day, rollup, key, refused: count, crowded }) => {
      const name = COUNTED.find(statistic => statistic.rollup === rollup)?.name as StatName | undefined;
      return name && day >= (firstDays[place] as number) ? [{ name, key, day, count, isCrowded: crowded > 0 }] : [];
    }),
  );
}

/**
 * Returns the warnings about the last seven days of each website's time zone, in the order of `websites`, the latest day
 * first.
 */
export async function warningsOf(
  database: Database,
  websites: readonly Pick<Website, 'id' | 'timezone'>[],
  now: number,
): Promise<(readonly Warned[])[]> {
  const today = websites.map(({ timezone }) => localDay(now, timezone).day);
  const ids = websites.map(({ id }) => id);
  const range = { from: Math.min(...today) - WARNED_DAYS + 1, to: Math.max(...today) };
  const [tooMany, dropped] = await Promise.all([
    tooManyValuesOf(database, websites, now),
    droppedOf(database, ids, range),
  ]);
  return tooMany.map((ofValues, place) => {
    const last = today[place] as number;
    const ofAmounts = (dropped[place] ?? []).filter(
      ({ reason, day }) => reason === 'large_amount' && day > last - WARNED_DAYS && day <= last,
    );
    const warned: Warned[] = [
      ...ofAmounts.map(({ day, hits: count }) => {
        return { kind: 'LARGE_AMOUNTS' as const, name: null, key: null, day, count, isCrowded: false };
      }),
      ...ofValues.map(row => ({ kind: 'TOO_MANY_VALUES' as const, ...row })),
    ];
    return warned.sort((a, b) => b.day - a.day);
  });
}
