import { type Database, reachable } from '../db/open.ts';
import { readKeptFromOf } from '../db/rollups/fold-state.ts';
import { readImportedDays } from '../db/rollups/imported-days.ts';
import { readFirstDays } from '../db/visits/hits.ts';
import type { DayRange } from '../domain/range.ts';

/** Which days of a website have single hits, and which have sums that were imported; days are since 1970-01-01. */
export interface DaysOfHits {
  /** The first day from which all hits are stored; 0 for the whole history. */
  readonly keptFrom: number;
  /** The first day with hits; null before there are any. */
  readonly hitsFrom: number | null;
  /** The first and last day of imported sums; null without any. */
  readonly imported: DayRange | null;
}

/** Returns these days of each website, in the order of `ids`. */
export async function daysOfHits(database: Database, ids: readonly number[]): Promise<DaysOfHits[]> {
  const { dialect } = database;
  return reachable(database, async () => {
    const [kept, imported] = await Promise.all([readKeptFromOf(dialect, dialect, ids), readImportedDays(dialect, ids)]);
    const first = imported.size === 0 ? new Map<number, number>() : await readFirstDays(dialect, [...imported.keys()]);
    return ids.map(id => ({
      keptFrom: kept.get(id) ?? 0,
      hitsFrom: first.get(id) ?? null,
      imported: imported.get(id) ?? null,
    }));
  });
}

/**
 * Returns the day from which a range has single hits; null if it has them from its first day. Earlier days have sums
 * only, because these were imported, or because their hits are no longer stored.
 */
export function countsFrom({ from, to }: DayRange, { keptFrom, hitsFrom, imported }: DaysOfHits): number | null {
  const hasImported = imported !== null && from <= imported.to && to >= imported.from;
  const first = Math.max(keptFrom, hasImported ? (hitsFrom ?? imported.to + 1) : 0);
  return first > from ? first : null;
}
