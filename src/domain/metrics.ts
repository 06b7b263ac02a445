import type { Counting, Metric, MetricPlace } from './metric.ts';

/** All metrics, in the order they are listed everywhere; add new ones at the end, so that files keep their columns. */
export const METRICS = [
  {
    name: 'visitors',
    label: 'Visitors',
    description:
      'Unique visitors per day; a visitor who comes on two days counts twice. An hour counts the visitors whose first visit of the day began in it.',
    unit: 'count',
    good: 'up',
    isInMails: true,
    stored: 1,
    counting: { by: 'visitor' },
  },
  {
    name: 'visits',
    label: 'Visits',
    description:
      'Visits, each counted at its start. A visit ends after more than 30 idle minutes, at midnight, or when a new referrer or campaign arrives.',
    unit: 'count',
    good: 'up',
    stored: 2,
    counting: { by: 'visit' },
  },
  {
    name: 'pageviews',
    label: 'Pageviews',
    description: 'Pageviews.',
    unit: 'count',
    good: 'up',
    isInMails: true,
    stored: 0,
    counting: { by: 'hit', kind: 'pageview', column: 'pageviews' },
  },
  {
    name: 'pagesPerVisit',
    label: 'Pages per visit',
    description: 'Pageviews per visit.',
    unit: 'ratio',
    good: 'up',
    shownIn: ['summary'],
    ratio: ['pageviews', 'visits'],
  },
  {
    name: 'events',
    label: 'Events',
    description: 'Events.',
    unit: 'count',
    good: 'up',
    stored: 5,
    counting: { by: 'hit', kind: 'event', column: 'events' },
  },
  {
    name: 'bounces',
    label: 'Bounces',
    description: 'Visits with one pageview and no interactive event.',
    unit: 'count',
    good: 'down',
    shownIn: [],
    stored: 3,
    counting: { by: 'visit', where: { pageviews: 1, interactive: 0 } },
  },
  {
    name: 'seconds',
    label: 'Seconds',
    description: 'The total duration of all visits in seconds.',
    unit: 'seconds',
    good: 'up',
    shownIn: [],
    stored: 4,
    counting: { by: 'visit', column: 'seconds' },
  },
  {
    name: 'bounceRate',
    label: 'Bounce rate',
    description: 'The share of visits with one pageview and no interactive event, from 0 to 1.',
    unit: 'share',
    good: 'down',
    isInMails: true,
    ratio: ['bounces', 'visits'],
  },
  {
    name: 'visitDuration',
    label: 'Visit duration',
    description: 'The average duration of a visit in seconds.',
    unit: 'seconds',
    good: 'up',
    isInMails: true,
    ratio: ['seconds', 'visits'],
  },
  {
    name: 'engagedSeconds',
    label: 'Engaged time',
    description: 'The seconds that pages were visible and focused.',
    unit: 'seconds',
    good: 'up',
    shownIn: [],
    stored: 6,
    counting: { by: 'page', attention: 'seconds', as: 'amount' },
  },
  {
    name: 'engagedPages',
    label: 'Engaged pages',
    description: 'Pages of visits that sent engaged seconds, each once per visit.',
    unit: 'count',
    good: 'up',
    shownIn: [],
    stored: 7,
    counting: { by: 'page', attention: 'seconds', as: 'one' },
  },
  {
    name: 'depthPercent',
    label: 'Depths',
    description: 'The sum of the greatest depths, in percent, to which pages were scrolled in visits.',
    unit: 'count',
    good: 'up',
    shownIn: [],
    stored: 8,
    counting: { by: 'page', attention: 'depth', as: 'amount' },
  },
  {
    name: 'depthPages',
    label: 'Pages with a depth',
    description: 'Pages of visits that sent a depth, each once per visit.',
    unit: 'count',
    good: 'up',
    shownIn: [],
    stored: 9,
    counting: { by: 'page', attention: 'depth', as: 'one' },
  },
  {
    name: 'timeOnPage',
    label: 'Time on page',
    description: 'The average number of seconds that a visit was engaged on a page.',
    unit: 'seconds',
    good: 'up',
    shownIn: [],
    ratio: ['engagedSeconds', 'engagedPages'],
  },
  {
    name: 'scrollDepth',
    label: 'Scroll depth',
    description: 'The average of the greatest depths, in percent, to which visits scrolled a page.',
    unit: 'ratio',
    good: 'up',
    shownIn: [],
    ratio: ['depthPercent', 'depthPages'],
  },
] as const satisfies readonly Metric[];

type Entry = (typeof METRICS)[number];
export type MetricName = Entry['name'];
/** The names of the stored metrics; each is a column of rollup_day. */
export type StoredMetric = Extract<Entry, { readonly stored: number }>['name'];
/** The names of the metrics that a place lists. */
export type ShownMetric<Place extends MetricPlace> = NameIn<Place, Entry>;
type NameIn<Place, E extends Entry> = E extends { readonly shownIn: readonly (infer P)[] }
  ? Place extends P
    ? E['name']
    : never
  : E['name'];

const byName = new Map<string, Metric>(METRICS.map(metric => [metric.name, metric]));

/** Returns the metric with this name. */
export function findMetric(name: MetricName): Metric {
  return byName.get(name) as Metric;
}

/** The stored metrics, each at the index of its `stored` number. */
export const STORED_METRICS: readonly StoredMetric[] = METRICS.filter(metric => 'stored' in metric)
  .sort((a, b) => a.stored - b.stored)
  .map(({ name }) => name);

/** Returns the counting rule of a stored metric. */
export function countingOf(name: StoredMetric): Counting {
  return (findMetric(name) as Metric & { readonly counting: Counting }).counting;
}

/** Returns the metrics that a place lists, in order. */
export function metricsIn<Place extends MetricPlace>(place: Place): readonly ShownIn<Place>[] {
  const isShown = (metric: Metric): metric is ShownIn<Place> => !metric.shownIn || metric.shownIn.includes(place);
  return (METRICS as readonly Metric[]).filter(isShown);
}
type ShownIn<Place extends MetricPlace> = Metric & { readonly name: ShownMetric<Place> };

/** Returns the value of a metric; null if a sum it needs is unknown, and for a ratio to zero. */
export function metricValue(
  metric: Metric,
  sums: Readonly<Partial<Record<StoredMetric, number | null>>>,
): number | null {
  if ('stored' in metric) return sums[metric.name as StoredMetric] ?? null;
  const part = sums[metric.ratio[0] as StoredMetric];
  const whole = sums[metric.ratio[1] as StoredMetric];
  return typeof part === 'number' && whole ? part / whole : null;
}

/** Returns the value of a metric; `ratios` has those that are not simply one of its sums divided by the other. */
export function metricWith(
  metric: Metric,
  sums: Parameters<typeof metricValue>[1],
  ratios: Readonly<Partial<Record<MetricName, number | null>>>,
): number | null {
  const ratio = ratios[metric.name as MetricName];
  return ratio === undefined ? metricValue(metric, sums) : ratio;
}

/** Returns the name of a metric in columns and CSV, such as `bounce_rate`. */
export function columnName(name: MetricName): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
