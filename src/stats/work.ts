import { setImmediate } from 'node:timers/promises';
import type { Chunk } from '../counting/chunks.ts';
import { createTally, type RollupQuery } from '../counting/tally.ts';
import type { Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import { type RollupAnswer, type RollupSlice, readRollups } from '../db/rollups/rollups.ts';
import { countMatches, readMatchAmounts, readMatches } from '../db/visits/matches.ts';
import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import { type Arranged, arrange, type ListOrder } from './arrange.ts';
import { Meter, type ReadLimits } from './budget.ts';
import { type GoalPattern, idFiltersOf } from './condition.ts';
import { Dictionary } from './dictionary.ts';

/** Single visits to read: those of a website that match a filter. */
interface Matching {
  readonly website: number;
  readonly filter: Filter | null;
  readonly limits: ReadLimits;
}

export interface SumsOrder extends Matching {
  /** The sums of each part are counted in its chunks. */
  readonly parts: readonly { readonly queries: readonly RollupQuery[]; readonly chunks: readonly Chunk[] }[];
}

export interface AmountsOrder extends Matching {
  readonly chunks: readonly Chunk[];
  /** Value ids. */
  readonly events: readonly number[];
}

export interface GoalsOrder extends Matching {
  readonly chunks: readonly Chunk[];
  readonly goals: readonly GoalPattern[];
}

export interface ValuesOrder extends ListOrder {
  readonly website: number;
  readonly limits: ReadLimits;
}

export interface RollupsOrder {
  readonly websites: readonly number[];
  readonly slices: readonly RollupSlice[];
}

/** The sum of the amounts of one event in one unit, both as value ids. */
export interface EventAmount {
  readonly event: number;
  readonly unit: number;
  readonly amount: Amount;
}

/** Visits that match, and how many of them reached each goal, in the order of the goals. */
export interface GoalCounts {
  readonly visits: number;
  readonly of: readonly number[];
}

/**
 * Reads that look at single visits or at many values, which a thread does for a gateway. Each throws UNAVAILABLE once it
 * exceeds its limits.
 */
export interface ReadingWork {
  /** Returns one vector for each query of each part. */
  sums(order: SumsOrder): Promise<Vector[][]>;
  /** Returns the amounts of events within matching visits. */
  amounts(order: AmountsOrder): Promise<EventAmount[]>;
  goals(order: GoalsOrder): Promise<GoalCounts>;
  /** Selects and sorts the values of a list. */
  list(order: ValuesOrder): Promise<Arranged>;
  /** Reads rollups as they are stored. */
  rollups(order: RollupsOrder): Promise<RollupAnswer>;
}

/** Returns the reads on this database; the texts they need are kept in memory. */
export function createReadingWork(dialect: Dialect): ReadingWork {
  const sources = { dialect, dictionary: new Dictionary(dialect) };
  return {
    async sums({ website, filter, limits, parts }) {
      const meter = new Meter(limits);
      const isEmpty = parts.every(({ chunks }) => chunks.length === 0);
      const { filter: matching } = await idFiltersOf({ website, filter: isEmpty ? null : filter }, sources, meter);
      const vectors: Vector[][] = [];
      for (const { queries, chunks } of parts) {
        const tally = createTally(queries);
        const fields = { visits: tally.visitFields, hits: tally.hitFields, only: tally.only };
        await overChunks(chunks, meter, async chunk => {
          const { visits, hits } = await readMatches(dialect, dialect, { website, filter: matching, chunk }, fields);
          tally.addVisits(visits);
          tally.addHits(hits);
        });
        vectors.push(tally.vectors());
      }
      return vectors;
    },

    async amounts({ website, filter, limits, chunks, events }) {
      const meter = new Meter(limits);
      const { filter: matching } = await idFiltersOf({ website, filter }, sources, meter);
      // Every sale can have an amount of its own, so they are added up here.
      const sums = new Map<string, EventAmount>();
      await overChunks(chunks, meter, async chunk => {
        const rows = await readMatchAmounts(dialect, { website, filter: matching, chunk }, events);
        for (const { event, unit, amount, times } of rows) {
          const key = `${event} ${unit}`;
          const added = multiplyAmount(amount, times);
          sums.set(key, { event, unit, amount: addAmounts(sums.get(key)?.amount ?? '0', added) });
        }
      });
      return [...sums.values()];
    },

    async goals({ website, filter, limits, chunks, goals }) {
      const meter = new Meter(limits);
      const { filter: matching, goals: each } = await idFiltersOf({ website, filter, goals }, sources, meter);
      const counted = { visits: 0, of: goals.map(() => 0) };
      await overChunks(chunks, meter, async chunk => {
        const found = await countMatches(dialect, { website, filter: matching, chunk }, each);
        counted.visits += found.visits;
        counted.of = counted.of.map((visits, index) => visits + (found.of[index] ?? 0));
      });
      return counted;
    },

    list({ website, limits, ...order }) {
      const meter = new Meter(limits);
      const rest = async () => {
        meter.checkTime();
        await setImmediate();
      };
      return arrange(order, ids => sources.dictionary.textsOf(website, ids, meter), rest);
    },

    rollups: ({ websites, slices }) => readRollups(dialect, websites, slices),
  };
}

/** Processes chunks, a few at a time. After an error no further ones are begun, and those that were begun are awaited. */
async function overChunks(
  chunks: readonly Chunk[],
  meter: Meter,
  work: (chunk: Chunk) => Promise<void>,
): Promise<void> {
  const waiting = chunks[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    try {
      for (const chunk of waiting) {
        if (failed) return;
        meter.checkTime();
        await work(chunk);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: meter.statements }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
