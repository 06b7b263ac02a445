import type { IdFilter } from '../../src/counting/id-filter.ts';
import type { RollupQuery } from '../../src/counting/rollups.ts';
import type { Segment } from '../../src/db/columns/segment.ts';
import { STORED_METRICS } from '../../src/domain/metrics.ts';
import type { Statistic } from '../../src/domain/statistic.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import type { Meter } from '../../src/stats/budget.ts';
import type { CountingThreads } from '../../src/stats/counting-threads.ts';
import { madeId } from './made-columns.ts';
import { funnelOf, journeysOf, walk } from './walk-visits.ts';

interface MadeQuestion {
  readonly title: string;
  /** Only the last days, when given. */
  readonly days?: number;
  readonly filter?: IdFilter;
  readonly asked: readonly RollupQuery[] | readonly IdFilter[] | ReturnType<typeof funnelOf | typeof journeysOf>;
  readonly goals?: true;
}

const page = (...ranks: number[]) => ranks.map(rank => madeId('page', rank));
const COUNTRY_AND_BROWSER: IdFilter = {
  and: [
    { column: 'country', ids: [madeId('country', 1)] },
    { column: 'browser', ids: [madeId('browser', 2)] },
  ],
};
const DOCS: IdFilter = { hit: 'page', ids: page(2, 6, 7, 11) };
const NESTED: IdFilter = {
  and: [
    {
      not: {
        or: [
          { column: 'country', ids: [madeId('country', 1)] },
          { column: 'device', ids: [madeId('device', 2)] },
          { hit: 'page', ids: Array.from({ length: 600 }, (_, at) => madeId('page', 20 + at * 8)) },
        ],
      },
    },
    {
      or: [
        { column: 'referrer', ids: [madeId('referrer', 1)] },
        { column: 'campaign', ids: [madeId('campaign', 1)] },
        DOCS,
      ],
    },
  ],
};
const LISTS = (STATISTICS as readonly Statistic[]).map(({ rollup, scope, metric }) => ({
  rollup,
  by: scope === 'day' ? ('day' as const) : ('value' as const),
  from: 0,
  to: 0,
  metrics: scope === 'day' || scope === 'hour' ? STORED_METRICS : [metric],
}));
const PAGE_LIST = LISTS.filter((_, at) => STATISTICS[at]?.name === 'page');
const GOALS: readonly IdFilter[] = [0, 1].map(rank => ({ hit: 'event' as const, ids: [madeId('event', rank)] }));

export const MADE_QUESTIONS: readonly MadeQuestion[] = [
  { title: 'pages, country + browser, 30 d', days: 30, filter: COUNTRY_AND_BROWSER, asked: PAGE_LIST },
  { title: 'pages, country + browser', filter: COUNTRY_AND_BROWSER, asked: PAGE_LIST },
  { title: 'pages, one of 4 pages', filter: DOCS, asked: PAGE_LIST },
  { title: 'pages, not(or(3)) and or(3)', filter: NESTED, asked: PAGE_LIST },
  { title: 'all statistics, country + browser', filter: COUNTRY_AND_BROWSER, asked: LISTS },
  { title: 'goals, every visit', goals: true, asked: [...GOALS, { hit: 'page', ids: page(1) }, DOCS] },
  { title: 'funnel of 8 steps, every visit', asked: funnelOf(page(0, 1, 2, 3, 4, 5, 6, 7)) },
  { title: 'journeys of 5 levels, every visit', asked: journeysOf(5) },
];

/** Answers the question of that title about the days of all segments, or the last of them. */
export async function answerMade(
  title: string,
  counting: CountingThreads,
  segments: readonly Segment[],
  meter: Meter,
): Promise<unknown> {
  const question = MADE_QUESTIONS.find(one => one.title === title);
  if (!question) throw new Error(`There is no question ${title}.`);
  const { days = Number.POSITIVE_INFINITY, filter = { always: true }, asked } = question;
  const end = Math.max(...segments.map(segment => segment.firstDay + segment.days));
  const portions = segments
    .map(part => ({
      part,
      isWanted: Uint8Array.from({ length: part.days }, (_, day) => +(part.firstDay + day >= end - days)),
    }))
    .filter(({ isWanted }) => isWanted.includes(1));
  if (!Array.isArray(asked)) return walk(counting, portions, asked as ReturnType<typeof funnelOf>, meter);
  return question.goals
    ? counting.answer(portions, filter, { name: 'goals', asked: asked as readonly IdFilter[] }, meter)
    : counting.answer(portions, filter, { name: 'sums', asked: asked as readonly RollupQuery[] }, meter);
}
