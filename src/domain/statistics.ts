import type { SeenHit } from './hit.ts';
import type { LabelKind } from './label.ts';
import { campaignOf } from './page.ts';

/** The sums a rollup row keeps. */
export const METRICS = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'] as const;
export type Metric = (typeof METRICS)[number];

/**
 * Whose value it is: of the calendar (`day`, `hour`), of each pageview, of the visit (from its first pageview), of the
 * visitor (from the first pageview of the day), or of each event.
 */
export type Scope = 'day' | 'hour' | 'pageview' | 'visit' | 'visitor' | 'event';

/** A statistic: the only place that says what it is. Everything that lists, folds, reads or documents statistics loops over these. */
export interface Statistic {
  /** As REST names it; GraphQL writes it in capitals. */
  readonly name: string;
  /** Number of its rollup rows, stored; never given to another statistic. Two that differ only in their metric share one. */
  readonly rollup: number;
  readonly scope: Scope;
  /** The sum that is its `count`. */
  readonly metric: Metric;
  readonly label: string;
  readonly description: string;
  /** What a `value` looks like. */
  readonly value: string;
  readonly example: string;
  readonly labels: LabelKind;
  /** Column of `visit` (or `hit`, for pages and events) that filters read; without one it cannot be filtered on, and keeps its count alone. */
  readonly column?: string;
  /** Hits without a value make no row; otherwise they count under the empty value. */
  readonly skipEmpty?: true;
  /** The value of a hit, at most 255 characters of it kept; absent for the calendar's own. */
  readonly read?: (hit: SeenHit) => string;
}

/** The 17, in the order they are listed everywhere. */
export const STATISTICS = [
  {
    name: 'browser',
    rollup: 10,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Browsers',
    labels: 'plain',
    column: 'browser',
    description: 'Visitors by browser.',
    value: 'name of the browser without its version',
    example: 'Chrome',
    read: hit => hit.agent.browser,
  },
  {
    name: 'campaign',
    rollup: 6,
    scope: 'visit',
    metric: 'visits',
    label: 'Campaigns',
    labels: 'plain',
    column: 'campaign',
    skipEmpty: true,
    description: 'Visits that a campaign brought; visits without one have no row.',
    value: '`utm_campaign` as it was sent',
    example: 'spring-sale',
    read: hit => campaignOf(hit.url, hit.excludeParams),
  },
  {
    name: 'city',
    rollup: 9,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Cities',
    labels: 'city',
    column: 'city',
    description: 'Visitors by city.',
    value: 'country code, then city and region',
    example: 'DE:Munich, Bavaria',
    read: hit => hit.place.city,
  },
  {
    name: 'continent',
    rollup: 7,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Continents',
    labels: 'place',
    column: 'continent',
    description: 'Visitors by continent.',
    value: 'continent code and name',
    example: 'EU:Europe',
    read: hit => hit.place.continent,
  },
  {
    name: 'country',
    rollup: 8,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Countries',
    labels: 'place',
    column: 'country',
    description: 'Visitors by country.',
    value: 'ISO 3166 code and English name',
    example: 'DE:Germany',
    read: hit => hit.place.country,
  },
  {
    name: 'device',
    rollup: 12,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Devices',
    labels: 'device',
    column: 'device',
    description: 'Visitors by kind of device.',
    value: 'kind of device',
    example: 'desktop',
    read: hit => hit.agent.device,
  },
  {
    name: 'event',
    rollup: 15,
    scope: 'event',
    metric: 'events',
    label: 'Events',
    labels: 'plain',
    column: 'event',
    description: 'Events by name.',
    value: 'name of the event',
    example: 'Signup',
    read: hit => hit.event,
  },
  {
    name: 'landing_page',
    rollup: 4,
    scope: 'visit',
    metric: 'visits',
    label: 'Landing pages',
    labels: 'page',
    column: 'landing_page',
    description: 'Visits by the page they began on.',
    value: 'path and what is left of the query',
    example: '/pricing',
    read: hit => hit.page,
  },
  {
    name: 'language',
    rollup: 13,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Languages',
    labels: 'language',
    column: 'language',
    description: 'Visitors by the language they prefer.',
    value: 'primary language subtag',
    example: 'en',
    read: hit => hit.language,
  },
  {
    name: 'os',
    rollup: 11,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Operating systems',
    labels: 'plain',
    column: 'os',
    description: 'Visitors by operating system.',
    value: 'name of the system without its version',
    example: 'Windows',
    read: hit => hit.agent.os,
  },
  {
    name: 'page',
    rollup: 3,
    scope: 'pageview',
    metric: 'pageviews',
    label: 'Pages',
    labels: 'page',
    column: 'page',
    description: 'Pageviews by page.',
    value: 'path and what is left of the query after the excluded parameters',
    example: '/blog?page=2',
    read: hit => hit.page,
  },
  {
    name: 'pageviews',
    rollup: 1,
    scope: 'day',
    metric: 'pageviews',
    label: 'Pageviews',
    labels: 'day',
    description: 'Pageviews by day.',
    value: "day in the website's time zone",
    example: '2026-01-31',
  },
  {
    name: 'pageviews_hours',
    rollup: 2,
    scope: 'hour',
    metric: 'pageviews',
    label: 'Pageviews by hour',
    labels: 'hour',
    description: 'Pageviews by hour of day, summed over the range.',
    value: "hour of day in the website's time zone, `00` to `23`",
    example: '07',
  },
  {
    name: 'referrer',
    rollup: 5,
    scope: 'visit',
    metric: 'visits',
    label: 'Referrers',
    labels: 'referrer',
    column: 'referrer',
    description: 'Visits by the website they came from; the empty value is direct visits.',
    value: 'host without `www.`, empty for direct',
    example: 'duckduckgo.com',
    read: hit => hit.referrer,
  },
  {
    name: 'resolution',
    rollup: 14,
    scope: 'visitor',
    metric: 'visitors',
    label: 'Screen resolutions',
    labels: 'plain',
    column: 'resolution',
    description: 'Visitors by screen resolution.',
    value: 'width x height',
    example: '1920x1080',
    read: hit => hit.resolution,
  },
  {
    name: 'visitors',
    rollup: 1,
    scope: 'day',
    metric: 'visitors',
    label: 'Visitors',
    labels: 'day',
    description: 'Unique visitors by day.',
    value: "day in the website's time zone",
    example: '2026-01-31',
  },
  {
    name: 'visitors_hours',
    rollup: 2,
    scope: 'hour',
    metric: 'visitors',
    label: 'Visitors by hour',
    labels: 'hour',
    description: 'Visitors by the hour of their first hit of the day, summed over the range.',
    value: "hour of day in the website's time zone, `00` to `23`",
    example: '07',
  },
] as const satisfies readonly Statistic[];

export type StatName = (typeof STATISTICS)[number]['name'];

const byName = new Map<string, Statistic>(STATISTICS.map(statistic => [statistic.name, statistic]));

/** The entry of that name, or undefined: names are compared exactly. */
export function findStatistic(name: string): Statistic | undefined {
  return byName.get(name);
}

/** The entries that read a value off a hit, each once, in order of their rollup number. */
export const DIMENSIONS: readonly (Statistic & Required<Pick<Statistic, 'read'>>)[] = (
  STATISTICS as readonly Statistic[]
)
  .filter((statistic): statistic is Statistic & Required<Pick<Statistic, 'read'>> => statistic.read !== undefined)
  .sort((a, b) => a.rollup - b.rollup);

/** Value under which further new values count once a website has had too many in a day. */
export const OTHER = '(other)';
