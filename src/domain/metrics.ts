/** Whole numbers, a share from 0 to 1, seconds, or so many of one thing for each of another. */
export type Unit = 'count' | 'share' | 'seconds' | 'ratio';

/** What lists metrics: the summary of a range, the points of a time series, the rows of a statistic (and files made of them). */
export type MetricPlace = 'summary' | 'points' | 'rows';

/** Columns of `visit` that can be counted. */
export type VisitColumn = 'pageviews' | 'events' | 'seconds' | 'engaged';

/**
 * How a stored metric is counted, for the fold, for filters, and for the recount of `verify`.
 * `hit`: every hit of a kind, at its own time; of one visit `column` has as many.
 * `visitor`: every visitor once a day, at the first visit of the day; among the values of visits, at the first visit with the value.
 * `visit`: every visit, at the time it began: 1, or the number in `column`, or 1 only for visits whose columns equal `where`.
 */
export type Counting =
  | { readonly by: 'hit'; readonly kind: 'pageview' | 'event'; readonly column: VisitColumn }
  | { readonly by: 'visitor' }
  | {
      readonly by: 'visit';
      readonly column?: VisitColumn;
      readonly where?: Readonly<Partial<Record<VisitColumn, number>>>;
    };

interface Described {
  /** As GraphQL and JSON name it; columns and CSV write it in snake case. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly unit: Unit;
  /** The direction that is good news; null when neither is. */
  readonly good: 'up' | 'down' | null;
  /** The only places that list it; without this, all do. */
  readonly shownIn?: readonly MetricPlace[];
  /** Its title in report mails; without one, mails leave it out. */
  readonly mailTitle?: string;
}

/** A metric: the only place that says what it is. Everything that stores, reads, shows or documents metrics loops over these. */
export type Metric = Described &
  (
    | {
        /** Its number in packed blocks, stored: the next free one for a new metric, never given to another. */
        readonly stored: number;
        readonly counting: Counting;
      }
    | {
        /** Derived: the first stored metric divided by the second. */
        readonly ratio: readonly [part: string, whole: string];
      }
  );

/** In the order they are listed everywhere; a new one goes to the end, so that files keep their columns. */
export const METRICS = [
  {
    name: 'visitors',
    label: 'Visitors',
    description:
      'Unique visitors, day by day: a visitor who comes on two days counts twice. An hour counts those whose first visit of the day began in it.',
    unit: 'count',
    good: 'up',
    mailTitle: 'Visitors',
    stored: 1,
    counting: { by: 'visitor' },
  },
  {
    name: 'visits',
    label: 'Visits',
    description:
      'Visits, each counted when it began. A visit ends after more than 30 idle minutes, at midnight, or with another referrer or campaign.',
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
    mailTitle: 'Pageviews',
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
    description: 'Visits with one pageview and no event.',
    unit: 'count',
    good: 'down',
    shownIn: [],
    stored: 3,
    counting: { by: 'visit', where: { pageviews: 1, events: 0 } },
  },
  {
    name: 'seconds',
    label: 'Seconds',
    description: 'Seconds that all visits lasted together.',
    unit: 'seconds',
    good: 'up',
    shownIn: [],
    stored: 4,
    counting: { by: 'visit', column: 'seconds' },
  },
  {
    name: 'bounceRate',
    label: 'Bounce rate',
    description: 'The share of visits with one pageview and no event, from 0 to 1.',
    unit: 'share',
    good: 'down',
    mailTitle: 'Bounce rate',
    ratio: ['bounces', 'visits'],
  },
  {
    name: 'visitDuration',
    label: 'Visit duration',
    description: 'The average duration of a visit in seconds.',
    unit: 'seconds',
    good: 'up',
    mailTitle: 'Visit duration',
    ratio: ['seconds', 'visits'],
  },
] as const satisfies readonly Metric[];

type Entry = (typeof METRICS)[number];
export type MetricName = Entry['name'];
/** The names of the metrics that are stored: a column each of rollup_day and rollup_month. */
export type StoredMetric = Extract<Entry, { readonly stored: number }>['name'];
/** The names of the metrics that a place lists. */
export type ShownMetric<Place extends MetricPlace> = NameIn<Place, Entry>;
type NameIn<Place, E extends Entry> = E extends { readonly shownIn: readonly (infer P)[] }
  ? Place extends P
    ? E['name']
    : never
  : E['name'];

const byName = new Map<string, Metric>(METRICS.map(metric => [metric.name, metric]));

/** The entry of that name. */
export function findMetric(name: MetricName): Metric {
  return byName.get(name) as Metric;
}

/** The stored metrics, each at the index of its number. */
export const STORED_METRICS: readonly StoredMetric[] = METRICS.filter(metric => 'stored' in metric)
  .sort((a, b) => a.stored - b.stored)
  .map(({ name }) => name);

/** How a stored metric is counted. */
export function countingOf(name: StoredMetric): Counting {
  return (findMetric(name) as Metric & { readonly counting: Counting }).counting;
}

/** The metrics that a place lists, in order. */
export function metricsIn<Place extends MetricPlace>(place: Place): readonly ShownIn<Place>[] {
  const isShown = (metric: Metric): metric is ShownIn<Place> => !metric.shownIn || metric.shownIn.includes(place);
  return (METRICS as readonly Metric[]).filter(isShown);
}
type ShownIn<Place extends MetricPlace> = Metric & { readonly name: ShownMetric<Place> };

/** The value of a metric; null where a sum it needs is unknown, and for a ratio to nothing. */
export function metricValue(
  metric: Metric,
  sums: Readonly<Partial<Record<StoredMetric, number | null>>>,
): number | null {
  if ('stored' in metric) return sums[metric.name as StoredMetric] ?? null;
  const part = sums[metric.ratio[0] as StoredMetric];
  const whole = sums[metric.ratio[1] as StoredMetric];
  return typeof part === 'number' && whole ? part / whole : null;
}

/** As columns and CSV name a metric: `bounce_rate`. */
export function columnName(name: MetricName): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** How much a number has grown, 0.5 for half as much again; null when it grew from nothing, or nothing is compared. */
export function changeOf(value: number, previous: number | null): number | null {
  return previous === null || previous === 0 ? null : (value - previous) / previous;
}
