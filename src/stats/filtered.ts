import { LRUCache } from 'lru-cache';
import { sumAmounts } from '../counting/amounts.ts';
import type { Part } from '../counting/columns.ts';
import { count } from '../counting/count.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import type { RollupQuery } from '../counting/rollups.ts';
import { countMatching, type Selection, select } from '../counting/selection.ts';
import { addVectors, bytesOf, type Vector } from '../counting/vector.ts';
import type { ColumnReader, Visits } from '../db/columns/read.ts';
import type { Dialect } from '../db/dialect.ts';
import { readKeptFrom } from '../db/rollups/fold-state.ts';
import { type Amount, addAmounts } from '../domain/amount.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { type Budget, clock, type Meter } from './budget.ts';
import { type GoalPattern, idFiltersOf } from './condition.ts';
import type { Dictionary } from './dictionary.ts';

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
  readonly dictionary: Dictionary;
  readonly columns: ColumnReader;
  readonly closed: ClosedSums;
  readonly budget: Budget;
}

/** A question about the visits of a range (days since 1970-01-01) that match a filter. */
interface Asked {
  readonly website: number;
  readonly filter: Filter | null;
  readonly range: DayRange;
  readonly goals?: readonly GoalPattern[];
}

/** The visits as they were at one moment, with value ids in place of the texts of the question. */
interface Found extends Visits {
  readonly filter: IdFilter;
  readonly goals: readonly IdFilter[];
}

/**
 * Counts the visits that match a filter, for one request, as far back as all hits are stored. Sums of completed days
 * are cached. Throws UNAVAILABLE when the request exceeds its budget.
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
      const { from, to } = (asked[0] as (typeof asked)[0]).query;
      const ofRange = asked.map(({ query }) => query);
      const found = await this.#ask({ website, filter, range: { from, to } }, (visits, meter) =>
        this.#sums(website, filter, ofRange, visits, meter),
      );
      asked.forEach(({ at }, index) => {
        vectors[at] = found[index] as Vector;
      });
    }
    for (const vector of vectors) this.#options.budget.spend(bytesOf(vector, ''));
    return vectors;
  }

  /** Returns the amounts of these events (value ids) within matching visits. */
  amounts(
    website: number,
    filter: Filter | null,
    range: DayRange,
    events: readonly number[],
  ): Promise<readonly EventAmount[]> {
    return this.#ask({ website, filter, range }, (visits, meter) => {
      const sums = new Map<string, EventAmount>();
      eachSelection(visits, meter, (part, selection) => {
        for (const { event, unit, amount } of sumAmounts(part, selection, events)) {
          const key = `${event} ${unit}`;
          sums.set(key, { event, unit, amount: addAmounts(sums.get(key)?.amount ?? '0', amount) });
        }
      });
      return [...sums.values()];
    });
  }

  /** Returns how many visits match, and how many of them reached each goal, in the order of the goals. */
  goals(website: number, filter: Filter | null, range: DayRange, goals: readonly GoalPattern[]): Promise<GoalCounts> {
    return this.#ask({ website, filter, range, goals }, (visits, meter) => {
      const counted = { visits: 0, of: goals.map(() => 0) };
      eachSelection(visits, meter, (part, selection) => {
        counted.visits += selection.visits.length;
        visits.goals.forEach((goal, at) => {
          counted.of[at]! += countMatching(part, selection, goal);
        });
      });
      return counted;
    });
  }

  #ask<T>({ website, filter, range, goals = [] }: Asked, count: (found: Found, meter: Meter) => T): Promise<T> {
    const { columns, budget } = this.#options;
    const patterns = goals.map(({ kind, pattern }) => ({ kind, pattern }));
    return budget.inTurn(meter =>
      columns.read(
        website,
        range,
        () => meter.checkTime(),
        async visits => {
          // Looked up after the visits, because a value that is newer than they are matches none of them.
          const isEmpty = visits.portions.length === 0;
          const ids = await idFiltersOf(
            { website, filter: isEmpty ? null : filter, goals: isEmpty ? [] : patterns },
            this.#options,
            meter,
          );
          return count({ ...visits, ...ids }, meter);
        },
      ),
    );
  }

  #sums(website: number, filter: Filter, queries: readonly RollupQuery[], visits: Found, meter: Meter): Vector[] {
    const { closed } = this.#options;
    const { from, openDay, closedVersion } = visits;
    const keys = queries.map(
      ({ rollup, by, metrics, to }) =>
        `${website} ${closedVersion} ${from} ${Math.min(to, openDay - 1)} ${rollup} ${by} ${metrics} ${JSON.stringify(filter)}`,
    );
    const known = keys.map(key => closed.get(key));
    const unknown = queries.filter((_, at) => !known[at]);
    const past: Vector[][] = unknown.map(() => []);
    const open: Vector[][] = queries.map(() => []);
    eachSelection(
      visits,
      meter,
      (part, selection) => {
        const [asked, sums] = part.firstDay >= openDay ? [queries, open] : [unknown, past];
        count(part, selection, asked).forEach((vector, at) => void sums[at]?.push(vector));
      },
      part => part.firstDay >= openDay || unknown.length > 0,
    );
    return queries.map(({ metrics }, at) => {
      let vector = known[at];
      if (!vector) {
        vector = addAll(past.shift() ?? [], metrics);
        closed.set(keys[at] as string, vector);
      }
      return addVectors([vector, addAll(open[at] ?? [], metrics)]);
    });
  }
}

function addAll(vectors: readonly Vector[], metrics: Vector['metrics']): Vector {
  return vectors.length === 0
    ? { metrics, ids: [], columns: metrics.map(() => new Float64Array()) }
    : addVectors(vectors);
}

/** Calls `use` with the selected visits of each part, or of those parts for which `isNeeded` is true. */
function eachSelection(
  { portions, filter }: Found,
  meter: Meter,
  use: (part: Part, selection: Selection) => void,
  isNeeded: (part: Part) => boolean = () => true,
): void {
  for (const { part, isWanted } of portions) {
    if (!isNeeded(part)) continue;
    meter.checkTime();
    use(part, select(part, filter, isWanted));
  }
}
