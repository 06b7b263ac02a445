import type { AmountOf } from '../counting/amounts-by.ts';
import type { GoalCounts } from '../counting/goal-counts.ts';
import type { HitFilter, IdFilter } from '../counting/id-filter.ts';
import {
  type Answers,
  type Asked,
  columnsOf,
  mergeAnswers,
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
import type { Budget, Meter } from './budget.ts';
import type { ClosedAnswers } from './closed-answers.ts';
import { type GoalPattern, idFiltersOf, shapeOf } from './condition.ts';
import type { CountingThreads } from './counting-threads.ts';
import type { Dictionary } from './dictionary.ts';
import { answerFrom, type VisitAnswer } from './visit-answers.ts';

interface FilteredOptions {
  readonly dialect: Dialect;
  readonly dictionary: Dictionary;
  readonly columns: ColumnReader;
  readonly counting: CountingThreads;
  readonly closed: ClosedAnswers;
  readonly budget: Budget;
}

/** Which visits a question is about: those of a range (days since 1970-01-01) that match a filter. */
export interface About {
  readonly website: number;
  readonly filter: Filter | null;
  readonly range: DayRange;
  readonly goals?: readonly GoalPattern[];
}

/** The amounts of all events of a range. */
export interface AmountsAsked extends DayRange {
  readonly by: 'event' | 'day' | 'hour';
}

/** The visits as they were at one moment, with value ids in place of the texts of the question. */
export interface Found extends Visits {
  readonly meter: Meter;
  readonly filter: IdFilter;
  readonly goals: readonly IdFilter[];
  readonly answer: VisitAnswer;
}

/** How many visits match and reached each goal; the amounts of the events that reach a goal, by its place. */
export interface GoalsFound extends GoalCounts {
  readonly amounts: readonly AmountOf[];
}

/**
 * Counts the visits that match a filter, for one request, as far back as all hits are stored. Answers about
 * completed days are cached. Throws UNAVAILABLE when the request exceeds its budget.
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

  /** Returns one vector for each query, in the order of the queries. */
  async read(website: number, filter: Filter, queries: readonly RollupQuery[]): Promise<Vector[]> {
    return (await this.readTogether(website, filter, queries, [])).vectors;
  }

  /** Returns one vector for each query, and the amounts for each range; all over the same range are read in one pass. */
  async readTogether(
    website: number,
    filter: Filter,
    queries: readonly RollupQuery[],
    amounts: readonly AmountsAsked[],
  ): Promise<{ readonly vectors: Vector[]; readonly amounts: (readonly AmountOf[])[] }> {
    const found = { vectors: [] as Vector[], amounts: [] as (readonly AmountOf[])[] };
    for (const { from, to } of rangesOf([...queries, ...amounts])) {
      const about = { website, filter, range: { from, to } };
      const isIn = (one: DayRange) => one.from === from && one.to === to;
      const ofRange = queries.filter(isIn);
      const kinds = [...new Set(amounts.filter(isIn).map(({ by }) => by))];
      const questions: Question[] = kinds.map(by => ({ name: 'amountsBy', asked: { by } }));
      if (ofRange.length > 0) questions.push({ name: 'sums', asked: ofRange });
      await this.visits(about, questions, async visits => {
        const [vectors, ...sums] = await Promise.all([
          ofRange.length > 0 ? this.#sums(about, ofRange, visits) : [],
          ...kinds.map(by => this.ask(about, visits, 'amountsBy', { by }, by)),
        ]);
        queries.forEach((query, at) => {
          if (isIn(query)) found.vectors[at] = vectors.shift() as Vector;
        });
        amounts.forEach((one, at) => {
          if (isIn(one)) found.amounts[at] = sums[kinds.indexOf(one.by)] as readonly AmountOf[];
        });
      });
    }
    for (const vector of found.vectors) this.#options.budget.spend(bytesOf(vector, ''));
    return found;
  }

  /** Counts goals, and sums up the amounts of their events. */
  goals(website: number, filter: Filter | null, range: DayRange, goals: readonly GoalPattern[]): Promise<GoalsFound> {
    const patterns = goals.map(({ kind, pattern, conditions = [] }) => ({ kind, pattern, conditions }));
    const about = { website, filter, range, goals: patterns };
    const hasEvents = patterns.some(({ kind }) => kind === 'EVENT');
    const amountsOf = (found: readonly IdFilter[]) => ({ by: 'filter', hits: found.filter(isOfEvents) }) as const;
    const shape = shapeOf(null, patterns).goals;
    const questions: Question[] = [{ name: 'goals', asked: shape }];
    if (hasEvents) questions.push({ name: 'amountsBy', asked: amountsOf(shape) });
    return this.visits(about, questions, async visits => {
      const [counts, found] = await Promise.all([
        this.ask(about, visits, 'goals', visits.goals, patterns),
        hasEvents ? this.ask(about, visits, 'amountsBy', amountsOf(visits.goals), patterns) : [],
      ]);
      const places = [...visits.goals.keys()].filter(at => isOfEvents(visits.goals[at] as IdFilter));
      return { ...counts, amounts: found.map(({ of, ...sum }) => ({ ...sum, of: places[of] as number })) };
    });
  }

  /** Calls `use` with the visits; `questions` determine the columns that are read. */
  visits<T>(
    { goals = [], ...about }: About,
    questions: readonly Question[],
    use: (found: Found) => Promise<T>,
  ): Promise<T> {
    const { columns: reader, counting, budget } = this.#options;
    const { website, range, filter } = about;
    const shape = shapeOf(filter).filter;
    const columns = new Set(questions.flatMap(question => [...columnsOf(shape, question)]));
    return budget.inTurn(meter =>
      reader.read({ website, range, columns }, meter, async visits => {
        // Looked up after the visits, because a value that is newer than they are matches none of them.
        const isEmpty = visits.packed.length === 0 && (await visits.rows).length === 0;
        const texts = { website, filter: isEmpty ? null : filter, goals: isEmpty ? [] : goals };
        const ids = await idFiltersOf(texts, this.#options, meter);
        const answer = answerFrom(visits, counting, ids.filter, meter);
        return use({ ...visits, ...ids, meter, goals: isEmpty ? shapeOf(null, goals).goals : ids.goals, answer });
      }),
    );
  }

  /** Answers a question about all visits; those of completed days are known if the same `texts` were asked before. */
  async ask<Name extends QuestionName>(
    { website, filter, range }: About,
    visits: Found,
    name: Name,
    asked: Asked[Name],
    texts: unknown,
  ): Promise<Answers[Name]> {
    const { closed } = this.#options;
    const { from, openDay, closedVersion } = visits;
    const days = `${website} ${closedVersion} ${from} ${Math.min(range.to, openDay - 1)}`;
    const key = `${days} ${name} ${JSON.stringify([texts, filter])}`;
    const known = closed.get(key) as Answers[Name] | undefined;
    const past = known ?? (await visits.answer('closed', name, asked));
    // Stored again, it would not expire.
    if (!known) closed.set(key, past);
    return mergeAnswers([past, await visits.answer('open', name, asked)], { name, asked });
  }

  async #sums({ website, filter }: About, queries: readonly RollupQuery[], visits: Found): Promise<Vector[]> {
    const { closed } = this.#options;
    const { from, openDay, closedVersion } = visits;
    const keys = queries.map(
      ({ rollup, by, metrics, to }) =>
        `${website} ${closedVersion} ${from} ${Math.min(to, openDay - 1)} ${rollup} ${by} ${metrics} ${JSON.stringify(filter)}`,
    );
    const known = keys.map(key => closed.get(key) as Vector | undefined);
    const unknown = queries.filter((_, at) => !known[at]);
    const past = unknown.length === 0 ? [] : await visits.answer('closed', 'sums', unknown);
    const open = await visits.answer('open', 'sums', queries);
    unknown.forEach((query, at) => void closed.set(keys[queries.indexOf(query)] as string, past[at] as Vector));
    let next = 0;
    return queries.map((_, at) => addVectors([known[at] ?? (past[next++] as Vector), open[at] as Vector]));
  }
}

function rangesOf(ranges: readonly DayRange[]): Iterable<DayRange> {
  return new Map(ranges.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values();
}

function isOfEvents(filter: IdFilter): filter is HitFilter {
  return 'hit' in filter && filter.hit === 'event';
}
