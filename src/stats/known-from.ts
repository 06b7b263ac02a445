import { type Database, reachable } from '../db/open.ts';
import { readKeptFromOf } from '../db/rollups/fold-state.ts';
import { readValuesSince, type ValueSince } from '../db/rollups/value-since.ts';
import type { Filter } from '../domain/filter.ts';
import { findStatistic, type StatName } from '../domain/statistics.ts';

/** Returns, in the order of `ids`, the statistics that are not known for the whole history of each website. */
export async function valuesSinceOf(
  database: Database,
  ids: readonly number[],
): Promise<readonly (readonly ValueSince[])[]> {
  const found = await reachable(database, () => readValuesSince(database.dialect, database.dialect, ids));
  return ids.map(id => found.get(id) ?? []);
}

/** Returns, in the order of `ids`, the first day (since 1970-01-01) from which all hits of each website are stored. */
export async function keptFromOf(database: Database, ids: readonly number[]): Promise<readonly number[]> {
  const found = await reachable(database, () => readKeptFromOf(database.dialect, database.dialect, ids));
  return ids.map(id => found.get(id) ?? 0);
}

/**
 * Returns the first day (since 1970-01-01) from which a statistic, and all that its filter compares, are known; null if
 * that is the whole history.
 */
export function knownFrom(
  { name, filter }: { readonly name: StatName; readonly filter?: Filter | null },
  since: readonly ValueSince[],
): number | null {
  const rollups = [name, ...namesIn(filter ?? null)].map(one => findStatistic(one)?.rollup);
  const days = since.filter(({ rollup }) => rollups.includes(rollup)).map(one => one.knownFrom);
  return days.length === 0 ? null : Math.max(...days);
}

function namesIn(filter: Filter | null): StatName[] {
  if (filter === null) return [];
  if ('and' in filter) return filter.and.flatMap(namesIn);
  if ('or' in filter) return filter.or.flatMap(namesIn);
  if ('not' in filter) return namesIn(filter.not);
  return 'property' in filter ? ['property'] : [filter.name];
}
