import { type DroppedRow, readDropped } from '../db/dropped-rows.ts';
import { readRefusedValues } from '../db/new-value-rows.ts';
import { type Database, reachable } from '../db/open.ts';
import { localDay } from '../domain/day.ts';
import type { DayRange } from '../domain/presets.ts';
import { DIMENSIONS, type StatName } from '../domain/statistics.ts';
import type { Website } from '../websites/website.ts';

/** Hits that were rightly not counted, by day and reason, the latest day first. */
export function listDropped(
  database: Database,
  website: Pick<Website, 'id'>,
  { from, to }: DayRange,
): Promise<readonly DroppedRow[]> {
  return reachable(database, () => readDropped(database.dialect, website.id, from, to));
}

/** On a day a statistic had too many new values: so much of what it counts is under `(other)`. */
export interface TooManyValues {
  readonly name: StatName;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly count: number;
}

const WARNED_DAYS = 7;

/** What the account should know of the last seven days, the latest day first. */
export function listTooManyValues(
  database: Database,
  { id, timezone }: Pick<Website, 'id' | 'timezone'>,
  now: number,
): Promise<readonly TooManyValues[]> {
  const since = localDay(now, timezone).day - WARNED_DAYS + 1;
  return reachable(database, async () => {
    const refused = await readRefusedValues(database.dialect, id, since);
    return refused.flatMap(({ day, rollup, refused: count }) => {
      const name = DIMENSIONS.find(statistic => statistic.rollup === rollup)?.name as StatName | undefined;
      return name ? [{ name, day, count }] : [];
    });
  });
}
