import type { Chunk } from '../counting/chunks.ts';
import { createTally, type RollupQuery } from '../counting/tally.ts';
import type { Vector } from '../counting/vector.ts';
import type { Dialect } from '../db/dialect.ts';
import { countMatches, readMatchAmounts, readMatches } from '../db/visits/matches.ts';
import { type Amount, addAmounts, multiplyAmount } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { Meter } from './budget.ts';
import { type GoalPattern, idFiltersOf } from './condition.ts';
import type { Dictionary } from './dictionary.ts';

/** Single visits to read: those of a website that match a filter, in chunks. */
interface Matching {
  readonly website: number;
  readonly filter: Filter | null;
}

interface SumsOrder extends Matching {
  /** The sums of each part are counted in its chunks. */
  readonly parts: readonly { readonly queries: readonly RollupQuery[]; readonly chunks: readonly Chunk[] }[];
}

interface AmountsOrder extends Matching {
  readonly chunks: readonly Chunk[];
  /** Value ids. */
  readonly events: readonly number[];
}

interface GoalsOrder extends Matching {
  readonly chunks: readonly Chunk[];
  readonly goals: readonly GoalPattern[];
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

/** Reads that look at single visits. Each throws UNAVAILABLE once it exceeds the limits of the meter. */
export interface ReadingWork {
  /** Returns one vector for each query of each part. */
  sums(order: SumsOrder, meter: Meter): Promise<Vector[][]>;
  /** Returns the amounts of events within matching visits. */
  amounts(order: AmountsOrder, meter: Meter): Promise<EventAmount[]>;
  goals(order: GoalsOrder, meter: Meter): Promise<GoalCounts>;
}

/** Returns the reads on this database. */
export function createReadingWork(dialect: Dialect, dictionary: Dictionary): ReadingWork {
  const sources = { dialect, dictionary };
  return {
    async sums({ website, filter, parts }, meter) {
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

    async amounts({ website, filter, chunks, events }, meter) {
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

    async goals({ website, filter, chunks, goals }, meter) {
      const { filter: matching, goals: each } = await idFiltersOf({ website, filter, goals }, sources, meter);
      const counted = { visits: 0, of: goals.map(() => 0) };
      await overChunks(chunks, meter, async chunk => {
        const found = await countMatches(dialect, { website, filter: matching, chunk }, each);
        counted.visits += found.visits;
        counted.of = counted.of.map((visits, index) => visits + (found.of[index] ?? 0));
      });
      return counted;
    },
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
