import DataLoader from 'dataloader';
import type { RollupQuery } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { Compare } from '../domain/range.ts';
import { type DayRange, type Earlier, earlierRange } from '../domain/range.ts';
import type { Budget } from './budget.ts';
import type { FilteredSums } from './filtered.ts';
import { countProperty } from './properties.ts';
import type { Rollups } from './rollups.ts';

/** Reads sums of websites: everything requested in one tick is read together. */
export interface SumReader {
  /** Without a filter, reads the rollups; with one, counts the visits that match it. */
  read(website: number, filter: Filter | null, query: RollupQuery): Promise<Vector>;
  /** Does the same for a property of hits. */
  property(website: number, filter: Filter | null, property: PropertyRef, range: DayRange): Promise<Vector>;
  /**
   * Resolves to the range to compare with; null when nothing is compared, or when a filter would find only part of it
   * because older hits are gone.
   */
  earlier(website: number, filter: Filter | null, range: DayRange, compare: Compare | null): Promise<Earlier | null>;
}

interface Wanted {
  readonly website: number;
  readonly query: RollupQuery;
}

interface WantedFiltered extends Wanted {
  readonly filter: Filter;
}

/**
 * Returns a reader for one request. It throws UNAVAILABLE when the database is unavailable or the budget is spent.
 */
export function createSumReader(
  database: Database,
  rollups: Rollups,
  filtered: FilteredSums,
  budget: Budget,
): SumReader {
  const unfiltered = new DataLoader<Wanted, Vector>(
    wanted =>
      reachable(database, () =>
        rollups.read(
          wanted.map(({ website, query }) => ({ website, ...query })),
          bytes => budget.spend(bytes),
        ),
      ),
    { cache: false },
  );
  const passes = new DataLoader<WantedFiltered, Vector>(readPasses, { cache: false });

  /**
   * All queries on a website with the same filter take one pass over its visits; each website and filter fails
   * separately.
   */
  async function readPasses(wanted: readonly WantedFiltered[]): Promise<(Vector | Error)[]> {
    const vectors: (Vector | Error)[] = [];
    const together = Map.groupBy(
      wanted.map((one, at) => ({ ...one, at })),
      ({ website, filter }) => `${website} ${JSON.stringify(filter)}`,
    );
    const readings = [...together.values()].map(async asked => {
      const { website, filter } = asked[0] as WantedFiltered;
      const queries = asked.map(({ query }) => query);
      try {
        const found = await reachable(database, () => filtered.read(website, filter, queries));
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

  const keptFrom = (website: number) => reachable(database, () => filtered.keptFrom(website));

  return {
    async read(website, filter, query) {
      if (!filter) return unfiltered.load({ website, query });
      // Reads without a comparison wait as well, so that all are part of one pass.
      await keptFrom(website);
      return passes.load({ website, filter, query });
    },
    property: (website, filter, property, range) =>
      reachable(database, () => countProperty({ database, filtered }, website, filter, property, range)),
    async earlier(website, filter, range, compare) {
      const earlier = earlierRange(range, compare);
      if (!earlier || !filter) return earlier;
      return earlier.from < (await keptFrom(website)) ? null : earlier;
    },
  };
}
