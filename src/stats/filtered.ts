import { LRUCache } from 'lru-cache';
import { type Chunk, chunksOf, type DaySize } from '../counting/chunks.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import { createTally, type RollupQuery } from '../counting/tally.ts';
import { addVectors, bytesOf, sumBodies, type Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import { type FoldedState, readRollups } from '../db/rollups/rollups.ts';
import { countMatches, readMatchAmounts, readMatches } from '../db/visits/matches.ts';
import { type Amount, multiplyAmount } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { AppError } from '../errors.ts';
import type { Goal } from '../websites/goals.ts';
import { idFilterOf, idFilterOfGoal } from './condition.ts';
import type { Texts } from './texts.ts';

/** The sum of the amounts of one event in one unit, both as value ids. */
export interface EventAmount {
  readonly event: number;
  readonly unit: number;
  readonly amount: Amount;
}

/**
 * Sums of the visits that match a filter, computed from visits and hits. Throws UNAVAILABLE when this takes too long.
 */
export interface FilteredSums {
  /** Returns the first day (since 1970-01-01) from which hits are kept; anything older is not found. */
  readonly keptFrom: () => number;
  /**
   * Returns one vector for each query, in the order of the queries. All queries over the same range are read in one
   * pass.
   */
  read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]>;
  /** Returns the amounts of these events within matching visits; an event and unit may occur more than once. */
  amounts(
    website: number,
    filter: Filter | null,
    range: DayRange,
    events: readonly number[],
  ): Promise<readonly EventAmount[]>;
  /** Returns how many visits match, and how many of them reached each goal, in the order of the goals. */
  goals(
    website: number,
    filter: Filter | null,
    range: DayRange,
    goals: readonly Goal[],
  ): Promise<{ readonly visits: number; readonly of: readonly number[] }>;
}

/** No caller waits longer than this, and no other request should be delayed by such a read. */
const BUDGET = 10_000;
const AT_ONCE = 2;
const CACHED_BYTES = 32_000_000;
/**
 * Milliseconds. Removing old visits changes what a filter finds, and no version number shows this to other processes.
 */
const CACHED_FOR = 3_600_000;

/** `keptFrom` returns the first day from which hits are kept, by default any; `now` is any clock in milliseconds. */
export function createFilteredSums(
  dialect: Dialect,
  texts: Texts,
  { keptFrom = (): number => 0, now = () => performance.now() } = {},
): FilteredSums {
  const closed = new LRUCache<string, Vector>({
    maxSize: CACHED_BYTES,
    sizeCalculation: bytesOf,
    ttl: CACHED_FOR,
    ttlResolution: 0,
    perf: { now },
  });

  /** Late hits may have created visits on older days without being stored themselves. */
  function clip({ from, to }: DayRange): DayRange {
    return { from: Math.max(from, keptFrom()), to };
  }

  async function readRange(
    website: number,
    filter: Filter,
    { from, to }: DayRange,
    queries: readonly RollupQuery[],
    deadline: number,
  ): Promise<Vector[]> {
    const { state, sizes } = await sizesOf(dialect, website, { from, to });
    const keys = queries.map(
      ({ rollup, by, metrics }) =>
        `${website} ${state.closedVersion} ${from} ${Math.min(to, state.openDay - 1)} ${rollup} ${by} ${metrics} ${JSON.stringify(filter)}`,
    );
    const past = keys.map(key => closed.get(key));
    const missing = queries.filter((_, index) => !past[index]);
    const idFilter = await idFilterOf(filter, website, texts);
    const tallyOf = async (asked: readonly RollupQuery[], range: DayRange) => {
      const tally = createTally(asked);
      const fields = { visits: tally.visitFields, hits: tally.hitFields, only: tally.only };
      await overChunks(chunksOf(range, sizes), deadline, async chunk => {
        const { visits, hits } = await readMatches(dialect, dialect, { website, filter: idFilter, chunk }, fields);
        tally.addVisits(visits);
        tally.addHits(hits);
      });
      return tally.vectors();
    };
    const read = await tallyOf(missing, { from, to: Math.min(to, state.openDay - 1) });
    const open = await tallyOf(queries, { from: Math.max(from, state.openDay), to });
    return queries.map((_, index) => {
      let known = past[index];
      if (!known) {
        known = read.shift() as Vector;
        closed.set(keys[index] as string, known);
      }
      return addVectors([known, open[index] as Vector]);
    });
  }

  return {
    keptFrom,
    async read(website, filter, queries) {
      const deadline = performance.now() + BUDGET;
      const vectors: Vector[] = [];
      const byRange = Map.groupBy(
        queries.map((query, at) => ({ query, at })),
        ({ query: { from, to } }) => `${from} ${to}`,
      );
      for (const asked of byRange.values()) {
        const range = clip((asked[0] as (typeof asked)[0]).query);
        const found = await readRange(
          website,
          filter,
          range,
          asked.map(({ query }) => query),
          deadline,
        );
        asked.forEach(({ at }, index) => {
          vectors[at] = found[index] as Vector;
        });
      }
      return vectors;
    },

    async amounts(website, filter, asked, events) {
      const range = clip(asked);
      const { sizes } = await sizesOf(dialect, website, range);
      const idFilter = await idFilterOf(filter, website, texts);
      const amounts: EventAmount[] = [];
      await overChunks(chunksOf(range, sizes), performance.now() + BUDGET, async chunk => {
        for (const { event, unit, amount, times } of await readMatchAmounts(
          dialect,
          { website, filter: idFilter, chunk },
          events,
        ))
          amounts.push({ event, unit, amount: multiplyAmount(amount, times) });
      });
      return amounts;
    },

    async goals(website, filter, asked, goals) {
      const range = clip(asked);
      const { sizes } = await sizesOf(dialect, website, range);
      const idFilter = await idFilterOf(filter, website, texts);
      const each = await Promise.all(goals.map(goal => idFilterOfGoal(goal, website, texts)));
      const counted = { visits: 0, of: goals.map(() => 0) };
      await overChunks(chunksOf(range, sizes), performance.now() + BUDGET, async chunk => {
        const found = await countMatches(dialect, { website, filter: idFilter, chunk }, each);
        counted.visits += found.visits;
        found.of.forEach((visits, index) => {
          counted.of[index] = (counted.of[index] as number) + visits;
        });
      });
      return counted;
    },
  };
}

/** Returns how far the website is folded, and how many visits and hits each day of a range has. */
async function sizesOf(
  dialect: Dialect,
  website: number,
  { from, to }: DayRange,
): Promise<{ state: FoldedState; sizes: DaySize[] }> {
  const metrics = ['visits', 'pageviews', 'events'] as const;
  const websites = [website];
  const slice = { websites, rollup: ROLLUP_DAY, by: 'day', period: 'day', source: 'rows', from, to, metrics } as const;
  const { states, bodies } = await readRollups(dialect, websites, [slice]);
  const state = states.get(website) as FoldedState;
  const { ids, columns } = sumBodies(bodies[0]?.get(website) ?? [], metrics);
  const [visits = [], pageviews = [], events = []] = columns;
  const sizes = ids.map((day, at) => ({
    day,
    visits: visits[at] ?? 0,
    hits: (pageviews[at] ?? 0) + (events[at] ?? 0),
  }));
  return { state, sizes };
}

/** Processes chunks, a few at a time, until the deadline. */
async function overChunks(
  chunks: readonly Chunk[],
  deadline: number,
  work: (chunk: Chunk) => Promise<void>,
): Promise<void> {
  const waiting = chunks[Symbol.iterator]();
  const worker = async () => {
    for (const chunk of waiting) {
      if (performance.now() > deadline) {
        throw new AppError(
          'UNAVAILABLE',
          'The request would take too long, because a filter reads single visits. Ask for fewer days, or leave the filter out.',
        );
      }
      await work(chunk);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
