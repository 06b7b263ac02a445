import { dateOf } from '../domain/calendar.ts';
import { changeOf, isNoise } from '../domain/change.ts';
import type { Metric } from '../domain/metric.ts';
import { findMetric, type MetricName, metricsIn, metricWith, type ShownMetric } from '../domain/metrics.ts';
import type {
  Basis as BasisName,
  StatPage as Page,
  Ratios,
  StatRow as Row,
  Source,
  Sums,
  UnitSum,
} from '../stats/query.ts';
import { amountsFromField, type KnownAmounts } from './amounts.ts';
import { builder, enumOf, type Types } from './builder.ts';
import { type CountedHits, countsFromField } from './counts-from.ts';

export const Basis = enumOf<BasisName>('Basis', 'The data that a result is computed from.', {
  ROLLUP: 'Precomputed sums, which cover data of any age.',
  HITS: 'Individual visits and hits, as far back as they are stored. Filters and goals need these.',
  IMPORTED: 'Sums that imports have added, and nothing else.',
  MIXED:
    'Precomputed sums, except for a part: what imports have added, if `imported` is more than 0, or the amounts, which are computed from hits, as far back as these are stored (`amountsFrom` is the first such day), or both.',
});

/** Describes the time on page of all pages together. */
export const TIME_ON_PAGE =
  'The average engaged seconds of a page in a visit: the seconds that it was visible and focused, over all pages of visits that sent any. Null if none did.';

/** Returns the fields that say where the numbers of a result come from. */
export function sourceFields<T extends Source>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  return {
    basis: t.field({
      type: Basis,
      description: 'The data that the numbers are computed from.',
      resolve: ({ basis }) => basis,
    }),
    freshAt: t.field({
      type: 'DateTime',
      description: 'Every hit acknowledged on the responding machine before this time is counted.',
      resolve: ({ freshAt }) => freshAt,
    }),
  };
}

/** The sum of an event's amounts in one unit. */
export const Amount = builder.objectRef<UnitSum>('Amount').implement({
  description: 'The sum of the amounts of an event in one unit.',
  fields: t => ({
    unit: t.exposeString('unit', {
      description: 'The unit as it was sent, such as `EUR`; empty for amounts without a unit.',
    }),
    sum: t.expose('sum', { type: 'Decimal', description: 'The exact sum.' }),
  }),
});

/** Describes what is compared of a running range. */
export const COMPARED =
  'What `previous` is compared with: while the range is running, the part of days and hours that are over (see `Summary.comparedUntil`), otherwise all. Null without a comparison.';

/** Describes which changes mean nothing. */
export const NOISE =
  'True if the change is no larger than chance makes it: below 5 % of `previous`, or below 2·√n, where n is the larger count.';

/** Describes when a ratio is 0 or null, and what it is made of. */
export const UNKNOWN_RATIO =
  'Ratios leave out imports that lack one of their two counts; null if nothing else is left, 0 if nothing was counted.';

/** Describes the imported part of pageviews. */
export const IMPORTED = 'The pageviews that imports have added as sums; 0 with a filter, which leaves them out.';

/** Describes the imported pageviews that have a day but no hour. */
export const WITHOUT_HOURS =
  'The pageviews of the range that belong to no hour, because imports know only their day; 0 if all have one.';

interface Line {
  readonly imported: number;
  readonly count: number;
  readonly sums: Sums;
  readonly ratios: Ratios;
  readonly previous: number | null;
  readonly compared: number | null;
}

function lineFields<T extends Line>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  const metrics = metricsIn('rows').map(metric => [
    metric.name,
    t.field({
      type: 'stored' in metric ? 'Count' : 'Float',
      nullable: true,
      description: `${metric.description} ${nullWhen(metric)}`,
      resolve: ({ sums, ratios }) => metricWith(metric, sums, ratios),
    }),
  ]);
  return {
    ...(Object.fromEntries(metrics) as Record<ShownMetric<'rows'>, never>),
    imported: t.field({
      type: 'Count',
      description: 'The part of the count that imports have added as sums; 0 with a filter, which leaves them out.',
      resolve: line => line.imported,
    }),
    previous: t.field({
      type: 'Count',
      nullable: true,
      description: 'The count in the earlier range; null without a comparison.',
      resolve: line => line.previous,
    }),
    compared: t.field({
      type: 'Count',
      nullable: true,
      description: COMPARED,
      resolve: line => (line.previous === null ? null : comparedIn(line)),
    }),
    change: t.float({
      nullable: true,
      description:
        'The relative change from `previous` to `compared`, such as 0.5 for an increase of 50 %; null without a comparison or if `previous` is 0.',
      resolve: line => changeOf(comparedIn(line), line.previous),
    }),
    isNoise: t.boolean({
      nullable: true,
      description: `${NOISE} Null without a comparison.`,
      resolve: line => (line.previous === null ? null : isNoise(comparedIn(line), line.previous)),
    }),
  };
}

function comparedIn({ compared, count }: Line): number {
  return compared ?? count;
}

function nullWhen(metric: Metric): string {
  if ('stored' in metric) return 'Null if the statistic does not store it.';
  return `Null if there are no ${findMetric(metric.ratio[1] as MetricName).label.toLowerCase()}.`;
}

const StatRow = builder.objectRef<Row>('StatRow').implement({
  description: 'One value of a statistic with its count.',
  fields: t => ({
    value: t.exposeString('value', {
      description: 'The value, at most 255 characters; empty if unknown, without a referrer and for direct visits.',
    }),
    label: t.exposeString('label', {
      description: 'The value for display: `Germany` for `DE:Germany`, `Direct` or `Unknown` for the empty value.',
    }),
    count: t.expose('count', { type: 'Count', description: 'The count; the statistic determines what is counted.' }),
    share: t.exposeFloat('share', { description: "The row's share of `StatPage.sum`, from 0 to 1." }),
    ...lineFields(t),
    timeOnPage: t.exposeFloat('timeOnPage', {
      nullable: true,
      description:
        'For PAGE, the average seconds that the page was visible and focused in a visit, over the visits that sent any. Null for all other statistics, and if none did.',
    }),
    scrollDepth: t.exposeFloat('scrollDepth', {
      nullable: true,
      description:
        'For PAGE, the average of the greatest depth to which a visit scrolled the page, from 0 to 100 percent, over the visits that sent one. Null for all other statistics, and if none did.',
    }),
    exitRate: t.exposeFloat('exitRate', {
      nullable: true,
      description:
        'For PAGE, the visits that ended on the page, divided by its pageviews, from 0 to 1. Null for all other statistics, and for a range that begins before exit pages are known.',
    }),
    hosts: t.exposeStringList('hosts', {
      nullable: true,
      description:
        'For PAGE, LANDING_PAGE and EXIT_PAGE, the hosts on which visits had the page, the most frequent first, at most 20, as far back as visits are stored. Null for all other statistics, and if the website had no more than one host in the range.',
    }),
    amounts: t.expose('amounts', {
      type: [Amount],
      description:
        'The sums of the amounts, one per unit: for EVENT, those of the event; for a PROPERTY of an event, those of events with the value that belong to a visit; for statistics of visits and visitors, those of the events in visits with the value, as far back as these are stored. Empty for all other statistics.',
    }),
  }),
});

const StatTotals = builder.objectRef<Line>('StatTotals').implement({
  description: 'The totals of all matching rows of a statistic.',
  fields: t => ({
    count: t.expose('count', { type: 'Count', description: 'The sum of all counts, as in `StatPage.sum`.' }),
    ...lineFields(t),
  }),
});

/**
 * A page with the first day (since 1970-01-01) from which its numbers are known, null for the whole history, and the
 * version of the rules that made its values.
 */
interface KnownPage extends Page, KnownAmounts, CountedHits {
  readonly knownFrom: number | null;
  readonly rules: string | null;
}

/** A page of a statistic. */
export const StatPage = builder.objectRef<KnownPage>('StatPage').implement({
  description: 'One page of the rows of a statistic. Days and values without any counts have no row.',
  fields: t => ({
    rows: t.field({ type: [StatRow], description: 'The rows of this page.', resolve: page => page.rows }),
    total: t.expose('total', { type: 'Count', description: 'The number of matching values on all pages.' }),
    sum: t.expose('sum', { type: 'Count', description: 'The sum of the counts of all matching values on all pages.' }),
    sumOfAll: t.expose('sumOfAll', {
      type: 'Count',
      description: 'The sum of the counts of all values, whether `search` finds them or not.',
    }),
    page: t.exposeInt('page', { description: 'The number of this page, starting at 1.' }),
    perPage: t.exposeInt('perPage', { description: 'The maximum number of rows per page.' }),
    lastPage: t.exposeInt('lastPage', { description: 'The number of the last page; 1 if nothing matches.' }),
    ...sourceFields(t),
    knownFrom: t.field({
      type: 'Date',
      nullable: true,
      description:
        'The first day from which the statistic, and everything that the filter compares, is known. Earlier visits count under the empty value or not at all, because the statistic was added by an upgrade after they were stored. Null if it is known for the whole history of the website.',
      resolve: ({ knownFrom }) => (knownFrom === null ? null : dateOf(knownFrom)),
    }),
    amountsFrom: amountsFromField(t),
    countsFrom: countsFromField(t),
    rules: t.exposeString('rules', {
      nullable: true,
      description:
        'For SOURCE and CHANNEL, the version of the sources and of the channel rules that visits get their values from; visits that were counted before it keep theirs. Null for all other statistics.',
    }),
    totals: t.field({
      type: StatTotals,
      description: 'The totals of all matching rows on all pages.',
      resolve: ({ sum, totals }) => ({ count: sum, ...totals }),
    }),
    other: t.expose('other', {
      type: StatRow,
      nullable: true,
      description:
        'The row `(other)`, whichever page it is on: values from days that had too many new ones. Null if it does not match.',
    }),
  }),
});
