import { ROLLUP_PROPERTY } from './properties.ts';
import type { Statistic } from './statistic.ts';
import { OF_VISITORS } from './statistics-of-visitors.ts';
import { OF_VISITS } from './statistics-of-visits.ts';

/** The statistics of the calendar, of pageviews, of events and of crawlers. */
const OF_DAYS_AND_HITS = [
  {
    name: 'crawled_page',
    rollup: 29,
    scope: 'crawler',
    metric: 'pageviews',
    label: 'Crawled pages',
    labels: 'page',
    skipEmpty: true,
    description: 'Requests of crawlers by page, from access logs.',
    value: 'path, with the query that remains after click ids and the excluded parameters are removed',
    example: '/blog?page=2',
    read: hit => hit.page,
  },
  {
    name: 'crawler',
    rollup: 28,
    scope: 'crawler',
    metric: 'pageviews',
    label: 'Crawlers',
    labels: 'plain',
    skipEmpty: true,
    description: 'Requests of pages by search engines, AI and other crawlers with a name, from access logs.',
    value: 'name of the crawler as in [Crawlers](crawlers.md)',
    example: 'Googlebot',
    read: hit => hit.crawler,
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
    value: 'event name',
    example: 'Signup',
    lacking: 'never',
    read: hit => hit.event,
  },
  {
    name: 'host',
    rollup: 24,
    scope: 'pageview',
    metric: 'pageviews',
    label: 'Hosts',
    labels: 'host',
    column: 'host',
    description: 'Pageviews by the host of the page.',
    value: 'host without `www.`',
    example: 'shop.example.com',
    lacking: 'never',
    read: hit => hit.host,
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
    value: 'path, with the query that remains after click ids and the excluded parameters are removed',
    example: '/blog?page=2',
    lacking: 'never',
    read: hit => hit.page,
  },
  {
    name: 'pageviews',
    rollup: 1,
    scope: 'day',
    metric: 'pageviews',
    label: 'Pageviews by day',
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
    name: 'visitors',
    rollup: 1,
    scope: 'day',
    metric: 'visitors',
    label: 'Visitors by day',
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
    description: 'Visitors by the hour in which their first visit of the day began, summed over the range.',
    value: "hour of day in the website's time zone, `00` to `23`",
    example: '07',
  },
] as const satisfies readonly Statistic[];

/** All statistics, in the order they are listed everywhere. */
export const STATISTICS = [...OF_DAYS_AND_HITS, ...OF_VISITORS, ...OF_VISITS].sort((a, b) =>
  a.name < b.name ? -1 : 1,
);

/** The statistic that counts by a property of a pageview or an event; a query names its key. */
export const PROPERTY = {
  name: 'property',
  rollup: ROLLUP_PROPERTY,
  scope: 'event',
  metric: 'events',
  label: 'Properties',
  singular: 'Property',
  labels: 'property',
  description: 'Pageviews, or events of one name, by a property that they have.',
  value: 'the value of the property, empty for those without it',
  example: 'pro',
  // A hit has any number of values, so they are not read as that of a statistic.
  read: () => '',
} as const satisfies Statistic;

/** Every statistic that can be asked for. */
export const NAMED_STATISTICS = [...STATISTICS, PROPERTY] as const;

export type StatName = (typeof NAMED_STATISTICS)[number]['name'];

const byName = new Map<string, Statistic>(NAMED_STATISTICS.map(statistic => [statistic.name, statistic]));

/** Returns the statistic with exactly this name, or undefined. */
export function findStatistic(name: string): Statistic | undefined {
  return byName.get(name);
}

/** The statistics that read a value from a hit, in order of their rollup number. */
export const DIMENSIONS: readonly (Statistic & Required<Pick<Statistic, 'read'>>)[] = (
  STATISTICS as readonly Statistic[]
)
  .filter((statistic): statistic is Statistic & Required<Pick<Statistic, 'read'>> => statistic.read !== undefined)
  .sort((a, b) => a.rollup - b.rollup);
