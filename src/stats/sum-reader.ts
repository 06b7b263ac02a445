import DataLoader from 'dataloader';
import { type Database, reachable } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import { type Compare, type DayRange, type Earlier, earlierRange } from '../domain/presets.ts';
import type { FilteredSums } from './filtered.ts';
import type { RollupQuery, Rollups } from './rollups.ts';
import type { Vector } from './vector.ts';

/** Sums for whoever needs them: what is asked for in one tick about the same website is read together. */
export interface SumReader {
  /** Without a filter from the rollups; with one from the visits that match it. */
  read(website: number, filter: Filter | null, query: RollupQuery): Promise<Vector>;
  /** The range to compare with; null when there is none, or when a filter would find only a part of it, since older hits are gone. */
  earlier(range: DayRange, compare: Compare | null, filter: Filter | null): Earlier | null;
}

interface Wanted {
  readonly website: number;
  readonly filter: Filter | null;
  readonly query: RollupQuery;
}

/** A reader for one request. It throws UNAVAILABLE when the database is away. */
export function createSumReader(database: Database, rollups: Rollups, filtered: FilteredSums): SumReader {
  const loader = new DataLoader<Wanted, Vector>(readTogether, { cache: false });

  async function readTogether(wanted: readonly Wanted[]): Promise<(Vector | Error)[]> {
    const vectors: (Vector | Error)[] = [];
    const together = Map.groupBy(
      wanted.map((one, at) => ({ ...one, at })),
      ({ website, filter }) => `${website} ${JSON.stringify(filter)}`,
    );
    const readings = [...together.values()].map(async asked => {
      const { website, filter } = asked[0] as Wanted;
      const queries = asked.map(({ query }) => query);
      try {
        const found = await reachable(database, () =>
          filter ? filtered.read(website, filter, queries) : rollups.read(website, queries),
        );
        asked.forEach(({ at }, index) => {
          vectors[at] = found[index] as Vector;
        });
      } catch (error) {
        for (const { at } of asked) vectors[at] = error as Error;
      }
    });
    await Promise.all(readings);
    return vectors;
  }

  return {
    read: (website, filter, query) => loader.load({ website, filter, query }),
    earlier(range, compare, filter) {
      const earlier = earlierRange(range, compare);
      return earlier && filter && earlier.from < filtered.keptFrom() ? null : earlier;
    },
  };
}
