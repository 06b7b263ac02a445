import { LRUCache } from 'lru-cache';
import { type Chunk, chunksOf, type DaySize } from '../counting/chunks.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { RollupQuery } from '../counting/tally.ts';
import { createTally } from '../counting/tally.ts';
import { addVectors, bytesOf, sumBodies, type Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import { type FoldedState, readRollups } from '../db/rollups/rollups.ts';
import { countMatches, readMatchAmounts, readMatches } from '../db/visits/matches.ts';
import { type Amount, multiplyAmount } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/presets.ts';
import { AppError } from '../errors.ts';
import type { Goal } from '../websites/goals.ts';
import { idFilterOf, idFilterOfGoal } from './condition.ts';
import type { Texts } from './texts.ts';

/** The sum of amounts of one event in one unit, both as value ids. */
export interface EventAmount {
  readonly event: number;
  readonly unit: number;
  readonly amount: Amount;
}

/** Sums of the visits that match a filter, worked out anew from visits and hits. Throws UNAVAILABLE when that takes too long. */
export interface FilteredSums {
  /** The first day, since 1970-01-01, whose hits are kept; what is older is not found. */
  readonly keptFrom: () => number;
  /** One vector for each query, in their order. All of one range are read in one pass. */
  read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]>;
  /** The amounts of these events within matching visits; an event and unit may come more than once. */
  amounts(
    website: number,
    filter: Filter | null,
    range: DayRange,
    events: readonly number[],
  ): Promise<readonly EventAmount[]>;
  /** How many visits match, and how many of them reached each goal. */
  goals(
    website: number,
    filter: Filter | null,
    range: DayRange,
    goals: readonly Goal[],
  ): Promise<{ readonly visits: number; readonly of: readonly number[] }>;
}

/** Longer than this nobody waits for an answer, and nobody else should wait because of it. */
const BUDGET = 10_000;
const AT_ONCE = 2;
const CACHED_BYTES = 32_000_000;
/** Milliseconds. Removing old visits changes what a filter finds, and no version tells other processes of it. */
const CACHED_FOR = 3_600_000;

/** `keptFrom` is the first day whose hits are kept, by default any; `now` is in milliseconds from anywhere. */
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

  /** Late hits may have made visits of older days, whose hits were never kept. */
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

/** How far the website is folded, and how much there is to read of each day of a range. */
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

/** Works through chunks, a few at a time. */
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
          'The answer would take too long, because a filter looks at single visits; ask for fewer days at once, or without the filter.',
        );
      }
      await work(chunk);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
