import type { Filter } from '../../src/domain/filter.ts';
import { isCountedFiltered } from '../../src/domain/filter.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';

/** One call of a loader; the process that makes it adds the website and the range. */
export interface Call {
  readonly name: 'load' | 'summary' | 'timeseries' | 'heatmap' | 'goals' | 'explain' | 'funnel' | 'journeys';
  readonly query: Readonly<Record<string, unknown>>;
}

/** A question that a member can ask, with its targets in milliseconds at 10 million hits. */
export interface BenchQuestion {
  readonly title: string;
  readonly days: number;
  readonly calls: readonly Call[];
  readonly first: number;
  /** Null without a target. */
  readonly repeated: number | null;
}

const COUNTRY_AND_BROWSER: Filter = {
  and: [
    { name: 'country', operator: 'IS', values: ['DE:Germany'] },
    { name: 'browser', operator: 'IS', values: ['Firefox'] },
  ],
};
const PAGE_CONTAINS: Filter = { name: 'page', operator: 'CONTAINS', values: ['/docs'] };
const NESTED: Filter = {
  and: [
    {
      not: {
        or: [
          { name: 'country', operator: 'IS', values: ['DE:Germany'] },
          { name: 'device', operator: 'IS', values: ['tablet'] },
          { name: 'page', operator: 'CONTAINS', values: ['privacy'] },
        ],
      },
    },
    {
      or: [
        { name: 'referrer', operator: 'IS', values: ['google.com'] },
        { name: 'campaign', operator: 'IS', values: ['newsletter'] },
        { name: 'page', operator: 'STARTS_WITH', values: ['/docs'] },
      ],
    },
  ],
};
const LIST = { search: null, sortBy: 'COUNT', sort: 'DESC', perPage: 10, page: 1 } as const;
const REPEATED = 40;
const YEAR = { days: 365, first: 100, repeated: REPEATED } as const;
const GOALS = [
  { kind: 'EVENT', pattern: 'Signup' },
  { kind: 'EVENT', pattern: 'Purchase' },
  { kind: 'PAGE', pattern: '/pricing' },
  { kind: 'PAGE', pattern: '/docs/*' },
].map((goal, at) => ({ id: String(at), name: goal.pattern, ...goal }));

const STEPS = ['/', '/pricing', '/docs', '/blog', '/features', '/about', '/docs/install', '/docs/api'];
const WALK = { first: 150, repeated: null } as const;

/** Every kind of question that looks at single visits. */
export const QUESTIONS: readonly BenchQuestion[] = [
  { ...YEAR, title: 'pages, country + browser, 30 d', days: 30, first: 25, calls: [list('page', COUNTRY_AND_BROWSER)] },
  { ...YEAR, title: 'pages, country + browser', calls: [list('page', COUNTRY_AND_BROWSER)] },
  { ...YEAR, title: 'pages, page contains /docs', calls: [list('page', PAGE_CONTAINS)] },
  { ...YEAR, title: 'pages, not(or(3)) and or(3)', first: 150, calls: [list('page', NESTED)] },
  {
    ...YEAR,
    title: 'a dashboard, country + browser',
    first: 150,
    repeated: 60,
    calls: [
      call('summary', COUNTRY_AND_BROWSER),
      call('timeseries', COUNTRY_AND_BROWSER, { interval: 'DAY', now: Date.now() }),
      call('heatmap', COUNTRY_AND_BROWSER),
      ...STATISTICS.filter(isCountedFiltered).map(({ name }) => list(name, COUNTRY_AND_BROWSER)),
    ],
  },
  { ...YEAR, title: 'goals, every visit', calls: [call('goals', null, { goals: GOALS })] },
  { ...YEAR, title: 'goals, country + browser', calls: [call('goals', COUNTRY_AND_BROWSER, { goals: GOALS })] },
  { ...YEAR, title: 'amounts, page contains /docs', calls: [list('event', PAGE_CONTAINS, { amounts: true })] },
  { ...YEAR, title: 'amounts by country, every visit', calls: [list('country', null, { amounts: true })] },
  {
    ...YEAR,
    title: 'amounts in total, country + browser',
    calls: [call('summary', COUNTRY_AND_BROWSER, { amounts: true })],
  },
  {
    ...YEAR,
    title: 'amounts by hour, every visit, 30 d',
    days: 30,
    first: 25,
    calls: [call('timeseries', null, { interval: 'HOUR', timezone: 'UTC', now: Date.now(), amounts: true })],
  },
  { ...YEAR, title: 'heat map, country + browser', calls: [call('heatmap', COUNTRY_AND_BROWSER)] },
  { ...YEAR, title: 'totals, country + browser', calls: [call('summary', COUNTRY_AND_BROWSER)] },
  {
    title: 'why visits changed, 2 x 182 d',
    days: 182,
    first: 400,
    repeated: null,
    calls: [call('explain', null, { metric: 'visits', compare: 'PREVIOUS_PERIOD', now: Date.now(), registeredAt: 0 })],
  },
  { ...YEAR, ...WALK, title: 'funnel of 4 steps, every visit', calls: [funnel(STEPS.slice(0, 4))] },
  { ...YEAR, ...WALK, title: 'funnel of 8 steps, every visit', calls: [funnel(STEPS)] },
  {
    ...YEAR,
    ...WALK,
    title: 'journeys of 5 levels, every visit',
    first: 250,
    calls: [call('journeys', null, { by: 'PAGE', pageGroups: [], start: null, end: null, levels: 5, perLevel: 10 })],
  },
];

function funnel(pages: readonly string[]): Call {
  const steps = pages.map(pattern => ({ kind: 'PAGE', pattern }));
  return call('funnel', null, { steps, order: 'IN_ORDER', unit: 'VISIT', within: null });
}

function list(name: string, filter: Filter | null, more: Call['query'] = {}): Call {
  return { name: 'load', query: { ...LIST, name, filter, ...more } };
}

function call(name: Call['name'], filter: Filter | null, more: Call['query'] = {}): Call {
  return { name, query: { filter, compare: null, ...more } };
}
