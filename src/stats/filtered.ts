import { LRUCache } from 'lru-cache';
import type { Part, Portion } from '../counting/columns.ts';
import type { Funnel, FunnelCounts, Step } from '../counting/funnel.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { chooseNodes, type JourneyLevel, type Journeys, levelsOf } from '../counting/journeys.ts';
import {
  type Answers,
  type Asked,
  columnsOf,
  type EventTotal,
  type GoalCounts,
  type Question,
  type QuestionName,
} from '../counting/questions.ts';
import type { RollupQuery } from '../counting/rollups.ts';
import { addVectors, bytesOf, type Vector } from '../counting/vector.ts';
import type { ColumnReader, Visits } from '../db/columns/read.ts';
import type { Dialect } from '../db/dialect.ts';
import { readKeptFrom } from '../db/rollups/fold-state.ts';
import type { Filter } from '../domain/filter.ts';
import type { DayRange } from '../domain/range.ts';
import { type Budget, clock } from './budget.ts';
import { type GoalPattern, idFiltersOf, shapeOf } from './condition.ts';
import type { CountingThreads } from './counting-threads.ts';
import type { Dictionary } from './dictionary.ts';

/** Sums of completed days that filtered reads have counted, shared by all requests of a process. */
export type ClosedSums = LRUCache<string, Vector>;

const MOST_ID = 2 ** 32 - 1;
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
  readonly counting: CountingThreads;
  readonly closed: ClosedSums;
  readonly budget: Budget;
}

/** Which visits a question is about: those of a range (days since 1970-01-01) that match a filter. */
interface About {
  readonly website: number;
  readonly filter: Filter | null;
  readonly range: DayRange;
  readonly goals?: readonly GoalPattern[];
}

/** A funnel with texts: each step is reached like a goal. */
interface FunnelQuery extends Omit<Funnel, 'steps'> {
  readonly steps: readonly GoalPattern[];
}

/** Journeys with texts: from the first hit that reaches `start`, or back from the last that reaches `end`. */
interface JourneysQuery extends Omit<Journeys, 'start' | 'end'> {
  readonly start: GoalPattern | null;
  readonly end: GoalPattern | null;
  readonly perLevel: number;
}

/** The visits as they were at one moment, with value ids in place of the texts of the question. */
interface Found extends Visits {
  readonly filter: IdFilter;
  readonly goals: readonly IdFilter[];
  /** Answers a question for some of the portions, by default all. */
  ask<Name extends QuestionName>(
    name: Name,
    asked: Asked[Name],
    isNeeded?: (portion: Portion<Part>) => boolean,
  ): Promise<Answers[Name]>;
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
      const about = { website, filter, range: { from, to } };
      const question = { name: 'sums', asked: ofRange } as const;
      const found = await this.#visits(about, question, visits => this.#sums(about, ofRange, visits));
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
  ): Promise<readonly EventTotal[]> {
    const question = { name: 'amounts', asked: events } as const;
    return this.#visits({ website, filter, range }, question, visits => visits.ask('amounts', events));
  }

  /** Returns how many visits match, and how many of them reached each goal, in the order of the goals. */
  goals(website: number, filter: Filter | null, range: DayRange, goals: readonly GoalPattern[]): Promise<GoalCounts> {
    const patterns = goals.map(({ kind, pattern }) => ({ kind, pattern }));
    const question = { name: 'goals', asked: shapeOf(null, patterns).goals } as const;
    return this.#visits({ website, filter, range, goals: patterns }, question, visits =>
      visits.ask('goals', visits.goals),
    );
  }

  /** Returns how many matching visits got how far through the steps. */
  funnel(
    website: number,
    filter: Filter | null,
    range: DayRange,
    { steps, ...rules }: FunnelQuery,
  ): Promise<FunnelCounts> {
    const funnelOf = (goals: readonly IdFilter[]): Funnel => ({ ...rules, steps: goals.map(stepOf) });
    const question = { name: 'funnel', asked: funnelOf(shapeOf(null, steps).goals) } as const;
    return this.#visits({ website, filter, range, goals: steps }, question, visits =>
      visits.ask('funnel', funnelOf(visits.goals)),
    );
  }

  /** Returns the levels of journeys through matching visits, each with at most `perLevel` nodes that are told apart. */
  journeys(website: number, filter: Filter | null, range: DayRange, query: JourneysQuery): Promise<JourneyLevel[]> {
    const { start, end, perLevel, ...rules } = query;
    const journeysOf = (goals: readonly IdFilter[]): Journeys => ({
      ...rules,
      start: start && stepOf(goals[0] as IdFilter),
      end: end && stepOf(goals.at(-1) as IdFilter),
    });
    const goals = [start, end].filter(goal => goal !== null);
    const question = { name: 'journeyNodes', asked: journeysOf(shapeOf(null, goals).goals) } as const;
    return this.#visits({ website, filter, range, goals }, question, async visits => {
      const journeys = journeysOf(visits.goals);
      const nodes = await visits.ask('journeyNodes', journeys);
      const chosen = { ...journeys, chosen: chooseNodes(nodes, perLevel) };
      return levelsOf(nodes, await visits.ask('journeyLinks', chosen), chosen);
    });
  }

  /** Calls `use` with the visits; `question` tells which columns it will need. */
  #visits<T>({ goals = [], ...about }: About, question: Question, use: (found: Found) => Promise<T>): Promise<T> {
    const { columns, counting, budget } = this.#options;
    const { website, range, filter } = about;
    return budget.inTurn(meter =>
      columns.read({ website, range, columns: columnsOf(shapeOf(filter).filter, question) }, meter, async visits => {
        // Looked up after the visits, because a value that is newer than they are matches none of them.
        const isEmpty = visits.portions.length === 0;
        const texts = { website, filter: isEmpty ? null : filter, goals: isEmpty ? [] : goals };
        const ids = await idFiltersOf(texts, this.#options, meter);
        return use({
          ...visits,
          ...ids,
          goals: isEmpty ? goals.map(() => ({ always: true })) : ids.goals,
          ask: (name, asked, isNeeded = () => true) =>
            counting.answer(visits.portions.filter(isNeeded), ids.filter, { name, asked }, meter),
        });
      }),
    );
  }

  async #sums({ website, filter }: About, queries: readonly RollupQuery[], visits: Found): Promise<Vector[]> {
    const { closed } = this.#options;
    const { from, openDay, closedVersion } = visits;
    const keys = queries.map(
      ({ rollup, by, metrics, to }) =>
        `${website} ${closedVersion} ${from} ${Math.min(to, openDay - 1)} ${rollup} ${by} ${metrics} ${JSON.stringify(filter)}`,
    );
    const known = keys.map(key => closed.get(key));
    const unknown = queries.filter((_, at) => !known[at]);
    const isClosed = ({ part }: Portion) => part.firstDay < openDay;
    const open = await visits.ask('sums', queries, portion => !isClosed(portion));
    const past = unknown.length === 0 ? [] : await visits.ask('sums', unknown, isClosed);
    unknown.forEach((query, at) => void closed.set(keys[queries.indexOf(query)] as string, past[at] as Vector));
    let next = 0;
    return queries.map((_, at) => addVectors([known[at] ?? (past[next++] as Vector), open[at] as Vector]));
  }
}

function stepOf(filter: IdFilter): Step {
  return 'hit' in filter ? filter : { hit: 'page', ids: [], allOthersUpTo: MOST_ID };
}
