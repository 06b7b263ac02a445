import DataLoader from 'dataloader';
import type { AmountOf } from '../counting/amounts-by.ts';
import type { RollupQuery } from '../counting/rollups.ts';
import type { Vector } from '../counting/vector.ts';
import { type Database, reachable } from '../db/open.ts';
import type { Filter, PropertyRef } from '../domain/filter.ts';
import type { Compare } from '../domain/range.ts';
import { type DayRange, type Earlier, earlierRange } from '../domain/range.ts';
import type { Budget } from './budget.ts';
import type { AmountsOverTime, FilteredSums } from './filtered.ts';
import { countProperty } from './properties.ts';
import type { Rollups } from './rollups.ts';

/** Reads sums of websites: everything requested in one tick is read together. */
export interface SumReader {
  /** Without a filter, reads the rollups; with one, counts the visits that match it. */
  read(website: number, filter: Filter | null, query: RollupQuery): Promise<Vector>;
  /** Returns the amounts of events in matching visits, counted together with everything else that is read. */
  amounts(website: number, filter: Filter, asked: AmountsOverTime): Promise<readonly AmountOf[]>;
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

type Asked = RollupQuery | AmountsOverTime;
type Answer = Vector | readonly AmountOf[];

interface WantedFiltered {
  readonly website: number;
  readonly filter: Filter;
  readonly asked: Asked;
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
  const passes = new DataLoader<WantedFiltered, Answer>(readPasses, { cache: false });

  /**
   * All queries on a website with the same filter take one pass over its visits; each website and filter fails
   * separately.
   */
  async function readPasses(wanted: readonly WantedFiltered[]): Promise<(Answer | Error)[]> {
    const answers = new Map<Asked, Answer | Error>();
    const together = Map.groupBy(wanted, ({ website, filter }) => `${website} ${JSON.stringify(filter)}`);
    const readings = [...together.values()].map(async group => {
      const [{ website, filter }] = group as [(typeof group)[0]];
      const queries = group.map(({ asked }) => asked).filter(isQuery);
      const amounts = group.flatMap(({ asked }) => (isQuery(asked) ? [] : asked));
      try {
        const found = await reachable(database, () => filtered.readTogether(website, filter, queries, amounts));
        queries.forEach((query, at) => void answers.set(query, found.vectors[at] as Vector));
        amounts.forEach((one, at) => void answers.set(one, found.amounts[at] ?? []));
      } catch (error) {
        for (const { asked } of group) answers.set(asked, error as Error);
      }
    });
    await Promise.all(readings);
    return wanted.map(({ asked }) => answers.get(asked) as Answer);
  }

  /** Everything waits for the first day, so that all is part of one pass. */
  async function inPass<T extends Answer>(website: number, filter: Filter, asked: Asked): Promise<T> {
    await keptFrom(website);
    return passes.load({ website, filter, asked }) as Promise<T>;
  }

  const keptFrom = (website: number) => reachable(database, () => filtered.keptFrom(website));

  return {
    read: (website, filter, query) =>
      filter ? inPass(website, filter, { ...query }) : unfiltered.load({ website, query }),
    amounts: (website, filter, asked) => inPass(website, filter, { ...asked }),
    property: (website, filter, property, range) =>
      reachable(database, () => countProperty({ database, filtered }, website, filter, property, range)),
    async earlier(website, filter, range, compare) {
      const earlier = earlierRange(range, compare);
      if (!earlier || !filter) return earlier;
      return earlier.from < (await keptFrom(website)) ? null : earlier;
    },
  };
}

function isQuery(asked: Asked): asked is RollupQuery {
  return 'rollup' in asked;
}
