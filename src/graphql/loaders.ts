import DataLoader from 'dataloader';
import type { Database } from '../db/open.ts';
import type { DayRange } from '../domain/range.ts';
import { lastRunsOf } from '../jobs/runs.ts';
import { alertSettingsOf, alertsOf } from '../reports/alerts.ts';
import { recipientsOf } from '../reports/recipients.ts';
import { reportsOf } from '../reports/reports.ts';
import { firstDaysOf, firstHitsOf } from '../stats/first-hit.ts';
import { droppedOf, tooManyValuesOf } from '../stats/ledger.ts';
import type { Reading } from '../stats/loader.ts';
import { annotationsOf } from '../websites/annotations.ts';
import { goalsOf } from '../websites/goals.ts';
import { segmentsOf } from '../websites/segments.ts';
import type { Website } from '../websites/website.ts';

/** The loaders for data of websites and jobs. */
export type Loaders = ReturnType<typeof createLoaders>;

/** A website and a range of days, as a key. */
interface WebsiteRange extends DayRange {
  readonly id: number;
}

/**
 * Returns the loaders for one request. Each reads all keys requested in one tick together. They cache nothing, because
 * a mutation in the same request can change the data.
 */
export function createLoaders({ database }: Reading, now: () => number) {
  const byId = <Value>(read: (database: Database, ids: readonly number[]) => Promise<readonly Value[]>) =>
    together((ids: readonly number[]) => read(database, ids));
  return {
    goals: byId(goalsOf),
    segments: byId(segmentsOf),
    annotations: togetherByRange((ids, range) => annotationsOf(database, ids, range)),
    recipients: byId(recipientsOf),
    reports: byId(reportsOf),
    alertSettings: byId(alertSettingsOf),
    alerts: byId(alertsOf),
    lastRun: together((names: readonly string[]) => lastRunsOf(database, names)),
    firstDay: byId(firstDaysOf),
    firstHitAt: together((websites: readonly Website[]) => firstHitsOf(database, websites)),
    warnings: together((websites: readonly Website[]) => tooManyValuesOf(database, websites, now())),
    dropped: togetherByRange((ids, range) => droppedOf(database, ids, range)),
  };
}

/** Returns a loader of the values that `read` returns for the keys, in their order. */
function together<Key, Value>(read: (keys: readonly Key[]) => Promise<readonly Value[]>): DataLoader<Key, Value> {
  return new DataLoader(read, { cache: false });
}

/** Returns a loader that calls `read` once per range. */
function togetherByRange<Value>(
  read: (ids: readonly number[], range: DayRange) => Promise<readonly Value[]>,
): DataLoader<WebsiteRange, Value> {
  return together(async keys => {
    const values = new Map<WebsiteRange, Value>();
    const ranges = Map.groupBy(keys, ({ from, to }) => `${from} ${to}`);
    await Promise.all(
      [...ranges.values()].map(async alike => {
        const found = await read(
          alike.map(({ id }) => id),
          alike[0] as DayRange,
        );
        alike.forEach((key, place) => void values.set(key, found[place] as Value));
      }),
    );
    return keys.map(key => values.get(key) as Value);
  });
}
