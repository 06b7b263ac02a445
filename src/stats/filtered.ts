import { LRUCache } from 'lru-cache';
import { chunksOf, type DaySize } from '../counting/chunks.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { RollupQuery } from '../counting/tally.ts';
import { addVectors, bytesOf, sumBodies, type Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import { readKeptFrom } from '../db/rollups/fold-state.ts';
import { type FoldedState, readRollups } from '../db/rollups/rollups.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { type Budget, clock, type Meter } from './budget.ts';
import type { GoalPattern } from './condition.ts';
import type { EventAmount, GoalCounts, ReadingWork } from './work.ts';

/** Sums of completed days that filtered reads have counted, shared by all requests of a process. */
export type ClosedSums = LRUCache<string, Vector>;

const CACHED_BYTES = 32_000_000;
/** Milliseconds. A database that was restored or lost its last commits can have the same version for other visits. */
const CACHED_FOR = 3_600_000;

/** `now` is any clock in milliseconds. */
export function createClosedSums(now: () => number = clock): ClosedSums {
  return new LRUCache({
    maxSize: CACHED_BYTES,
    sizeCalculation: bytesOf,
    ttl: CACHED_FOR,
    ttlResolution: 0,
    perf: { now },
  });
}

interface FilteredOptions {
  readonly dialect: Dialect;
  readonly work: ReadingWork;
  readonly closed: ClosedSums;
  readonly budget: Budget;
}

/**
 * Sums of the visits that match a filter, for one request, as far back as all hits are stored. Completed days are cached; all else is computed from visits
 * and hits. Throws UNAVAILABLE when the request exceeds its budget.
 */
export class FilteredSums {
  readonly #options: FilteredOptions;
  readonly #keptFrom = new Map<number, Promise<number>>();

  constructor(options: FilteredOptions) {
    this.#options = options;
  }

  /** Returns the first day (since 1970-01-01) from which all hits of the website are stored. */
  keptFrom(website: number): Promise<number> {
    const known = this.#keptFrom.get(website) ?? readKeptFrom(this.#options.dialect, website);
    this.#keptFrom.set(website, known);
    return known;
  }

  /**
   * Returns one vector for each query, in the order of the queries. All queries over the same range are read in one
   * pass.
   */
  async read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]> {
    const vectors: Vector[] = [];
    const byRange = Map.groupBy(
      queries.map((query, at) => ({ query, at })),
      ({ query: { from, to } }) => `${from} ${to}`,
    );
    for (const asked of byRange.values()) {
      const range = await this.#clip(website, (asked[0] as (typeof asked)[0]).query);
      const ofRange = asked.map(({ query }) => query);
      const found = await this.#options.budget.inTurn(meter => this.#readRange(website, filter, range, ofRange, meter));
      asked.forEach(({ at }, index) => {
        vectors[at] = found[index] as Vector;
      });
    }
    return vectors;
  }

  /** Returns the amounts of these events within matching visits. */
  async amounts(
    website: number,
    filter: Filter | null,
    range: DayRange,
    events: readonly number[],
  ): Promise<readonly EventAmount[]> {
    const { work, budget } = this.#options;
    return budget.inTurn(async meter =>
      work.amounts({ website, filter, events, chunks: await this.#chunksOf(website, range) }, meter),
    );
  }

  /** Returns how many visits match, and how many of them reached each goal, in the order of the goals. */
  async goals(
    website: number,
    filter: Filter | null,
    range: DayRange,
    goals: readonly GoalPattern[],
  ): Promise<GoalCounts> {
    const { work, budget } = this.#options;
    return budget.inTurn(async meter =>
      work.goals({ website, filter, goals, chunks: await this.#chunksOf(website, range) }, meter),
    );
  }

  async #readRange(
    website: number,
    filter: Filter,
    { from, to }: DayRange,
    queries: readonly RollupQuery[],
    meter: Meter,
  ): Promise<Vector[]> {
    const { dialect, work, closed, budget } = this.#options;
    const { state, sizes } = await sizesOf(dialect, website, { from, to });
    const lastClosed = Math.min(to, state.openDay - 1);
    const keys = queries.map(
      ({ rollup, by, metrics }) =>
        `${website} ${state.closedVersion} ${from} ${lastClosed} ${rollup} ${by} ${metrics} ${JSON.stringify(filter)}`,
    );
    const past = keys.map(key => closed.get(key));
    const missing = queries.filter((_, index) => !past[index]);
    const parts = [
      { queries: missing, chunks: missing.length === 0 ? [] : chunksOf({ from, to: lastClosed }, sizes) },
      { queries, chunks: chunksOf({ from: Math.max(from, state.openDay), to }, sizes) },
    ];
    const [read = [], open = []] = await work.sums({ website, filter, parts }, meter);
    return queries.map((_, index) => {
      let known = past[index];
      if (!known) {
        known = read.shift() as Vector;
        closed.set(keys[index] as string, known);
      }
      const vector = addVectors([known, open[index] as Vector]);
      budget.spend(bytesOf(vector, ''));
      return vector;
    });
  }

  async #chunksOf(website: number, range: DayRange) {
    const clipped = await this.#clip(website, range);
    const { sizes } = await sizesOf(this.#options.dialect, website, clipped);
    return chunksOf(clipped, sizes);
  }

  /** Late hits may have created visits on older days without being stored themselves. */
  async #clip(website: number, { from, to }: DayRange): Promise<DayRange> {
    return { from: Math.max(from, await this.keptFrom(website)), to };
  }
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
