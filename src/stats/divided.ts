import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { LRUCache } from 'lru-cache';
import { latestUsed } from '../domain/latest-used.ts';
import { findStatistic } from '../domain/statistics.ts';
import { type Answering, type AnswerLoader, fromPlainError, type Outcome, type Question } from './answers.ts';
import { pointsHaveAmountsOfHits, rowsHaveAmountsOfHits } from './basis.ts';
import type { Asker } from './budget.ts';
import type { StatPage, StatsQuery } from './query.ts';
import type { Rollups } from './rollups.ts';
import { FEW } from './stat-page.ts';

/** Returns the number of values of lists as last read, for a website, a statistic and a number of days. */
export type Lengths = LRUCache<string, number>;

export function createLengths(): Lengths {
  return latestUsed(20_000);
}

interface DividedOptions {
  readonly asker: Asker;
  readonly threads: Answering;
  readonly rollups: Rollups;
  readonly lengths: Lengths;
  readonly freshAt: () => number;
}

let requests = 0;

/**
 * Returns a loader for one request. Everything a stranger asks, and what looks at single visits or at many values, is
 * answered by the thread for the kind of caller, so that the thread that serves requests never holds long lists; `own`
 * answers the rest. Unfiltered questions on one website are answered together, so that they are consistent.
 */
export function divide(own: AnswerLoader, options: DividedOptions): AnswerLoader {
  const { asker, threads, rollups, lengths, freshAt } = options;
  /** Whether the pages of a list come from the thread; all pages of one request come from the same. */
  const lists = new Map<string, boolean>();
  let kept: { readonly id: number; isFirst: boolean } | null = null;

  const loader = new DataLoader<Question, { readonly answer: Promise<unknown> }>(
    async questions => {
      const isFar = await choose(questions);
      const far = questions.filter(isFar);
      const answers = far.length === 0 ? [] : askThread(far);
      return questions.map(question => ({
        answer: isFar(question) ? (answers.shift() as Promise<unknown>) : askOwn(question),
      }));
    },
    { cache: false },
  );
  const ask = async (question: Question) => {
    const { name, query } = question;
    // A website with few values has no long list.
    const hasFew = (rollups.lastSeen(query.website)?.values ?? Number.POSITIVE_INFINITY) <= FEW;
    const isNear = hasFew && asker.kind !== 'stranger' && !needsVisits(question);
    return isNear ? own[name](query as never) : (await loader.load(question)).answer;
  };

  async function choose(questions: readonly Question[]): Promise<(question: Question) => boolean> {
    if (asker.kind === 'stranger') return () => true;
    const unknown = websitesOf(questions.filter(isUnknown));
    const values = unknown.length === 0 ? null : await rollups.valuesOf(unknown);
    const far = new Set(
      websitesOf(
        questions.filter(question => {
          if (question.name !== 'load' || needsVisits(question) || !hasManyValues(question.query)) return false;
          const key = listKey(question.query);
          const length = lengths.get(lengthKey(question.query)) ?? values?.get(question.query.website) ?? 0;
          const isLong = lists.get(key) ?? length > FEW;
          lists.set(key, isLong);
          return isLong;
        }),
      ),
    );
    return question => needsVisits(question) || far.has(question.query.website);
  }

  /** Whether only the website can tell whether a list is long. */
  function isUnknown(question: Question): boolean {
    if (question.name !== 'load' || needsVisits(question) || !hasManyValues(question.query)) return false;
    return !lengths.has(lengthKey(question.query)) && !lists.has(listKey(question.query));
  }

  function askOwn({ name, query }: Question): Promise<unknown> {
    return note(name, query, own[name](query as never));
  }

  function askThread(questions: readonly Question[]): Promise<unknown>[] {
    const task = { questions, freshAt: freshAt(), kept: kept && { ...kept } };
    if (kept) kept.isFirst = false;
    const outcomes = threads.answer(asker, task);
    let turn: Promise<unknown> = outcomes.catch(() => undefined);
    return questions.map(({ name, query }, at) => {
      const mine = turn;
      // Hundreds of answers at once would delay other requests.
      turn = mine.then(() => setImmediate());
      return note(
        name,
        query,
        mine.then(async () => resultOf((await outcomes)[at] as Outcome)),
      );
    });
  }

  async function note(name: Question['name'], query: Question['query'], answer: Promise<unknown>): Promise<unknown> {
    const result = await answer;
    const list = query as StatsQuery;
    if (name === 'load' && !list.filter && !list.search) lengths.set(lengthKey(list), (result as StatPage).total);
    return result;
  }

  return {
    load: query => ask({ name: 'load', query }) as ReturnType<AnswerLoader['load']>,
    summary: query => ask({ name: 'summary', query }) as ReturnType<AnswerLoader['summary']>,
    timeseries: query => ask({ name: 'timeseries', query }) as ReturnType<AnswerLoader['timeseries']>,
    heatmap: query => ask({ name: 'heatmap', query }) as ReturnType<AnswerLoader['heatmap']>,
    goals: query => ask({ name: 'goals', query }) as ReturnType<AnswerLoader['goals']>,
    funnel: query => ask({ name: 'funnel', query }) as ReturnType<AnswerLoader['funnel']>,
    journeys: query => ask({ name: 'journeys', query }) as ReturnType<AnswerLoader['journeys']>,
    returns: query => ask({ name: 'returns', query }) as ReturnType<AnswerLoader['returns']>,
    explain: query => ask({ name: 'explain', query }) as ReturnType<AnswerLoader['explain']>,
    explainHour: query => ask({ name: 'explainHour', query }) as ReturnType<AnswerLoader['explainHour']>,
    properties: query => ask({ name: 'properties', query }) as ReturnType<AnswerLoader['properties']>,
    keep() {
      kept = { id: ++requests, isFirst: true };
      return threads.keep(asker, kept.id);
    },
  };
}

/** Questions that only single visits can answer. */
const OF_VISITS: readonly Question['name'][] = ['goals', 'funnel', 'journeys', 'returns', 'explain', 'explainHour'];

function needsVisits({ name, query }: Question): boolean {
  if (OF_VISITS.includes(name) || query.filter || ('running' in query && query.running)) return true;
  if (name === 'load') return query.hosts === true || rowsHaveAmountsOfHits(query);
  return name === 'timeseries' && pointsHaveAmountsOfHits(query);
}

/** The values of a calendar are few. */
function hasManyValues({ name }: StatsQuery): boolean {
  return findStatistic(name)?.read !== undefined;
}

function websitesOf(questions: readonly Question[]): number[] {
  return [...new Set(questions.map(({ query }) => query.website))];
}

function listKey(query: StatsQuery): string {
  return JSON.stringify({ ...query, page: 0, perPage: 0 });
}

function lengthKey({ website, name, from, to }: StatsQuery): string {
  return `${website} ${name} ${to - from}`;
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw fromPlainError(outcome.error);
  return JSON.parse(outcome.json);
}
