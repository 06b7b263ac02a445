import {
  changeOf,
  findMetric,
  type Metric,
  type MetricName,
  metricsIn,
  metricValue,
  type ShownMetric,
} from '../domain/metrics.ts';
import type { Basis as BasisName, StatPage as Page, StatRow as Row, Sums, UnitSum } from '../stats/query.ts';
import { builder } from './builder.ts';

const BASES: Record<BasisName, string> = {
  ROLLUP: 'From sums that are kept ready, of any age.',
  HITS: 'From single visits and hits, as far back as they are kept: filters and goals need them.',
};

/** Where an answer comes from. */
export const Basis = builder.enumType('Basis', {
  description: 'Where an answer comes from.',
  values: Object.fromEntries(Object.entries(BASES).map(([name, description]) => [name, { description }])) as {
    [Name in BasisName]: { description: string };
  },
});

/** The sum of an event's amounts in one unit. */
export const Amount = builder.objectRef<UnitSum>('Amount').implement({
  description: 'What the amounts of an event add up to in one unit.',
  fields: t => ({
    unit: t.exposeString('unit', { description: 'The unit as it was sent, such as `EUR`; empty without one.' }),
    sum: t.expose('sum', { type: 'Decimal', description: 'The exact sum.' }),
  }),
});

/** What a row and the totals have alike. */
interface Line {
  readonly count: number;
  readonly sums: Sums;
  readonly previous: number | null;
}

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

function lineFields<T extends Line>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>) {
  const metrics = metricsIn('rows').map(metric => [
    metric.name,
    t.field({
      type: 'stored' in metric ? 'Count' : 'Float',
      nullable: true,
      description: `${metric.description} ${nullWhen(metric)}`,
      resolve: ({ sums }) => metricValue(metric, sums),
    }),
  ]);
  return {
    ...(Object.fromEntries(metrics) as Record<ShownMetric<'rows'>, never>),
    previous: t.field({
      type: 'Count',
      nullable: true,
      description: 'The count in the range that is compared with; null when none is.',
      resolve: line => line.previous,
    }),
    change: t.float({
      nullable: true,
      description:
        'How much the count has grown against `previous`, 0.5 for half as much again; null when there was nothing before.',
      resolve: line => changeOf(line.count, line.previous),
    }),
  };
}

function nullWhen(metric: Metric): string {
  if ('stored' in metric) return 'Null where the statistic does not keep it.';
  return `Null without ${findMetric(metric.ratio[1] as MetricName).label.toLowerCase()}.`;
}

const StatRow = builder.objectRef<Row>('StatRow').implement({
  description: 'One value of a statistic and how often it was counted.',
  fields: t => ({
    value: t.exposeString('value', {
      description: 'The value, at most 255 characters; empty when it is unknown, and for direct visits.',
    }),
    label: t.exposeString('label', {
      description: 'What a person reads: `Germany` for `DE:Germany`, `Direct` or `Unknown` for the empty value.',
    }),
    count: t.expose('count', { type: 'Count', description: 'How often it was counted; the statistic says in what.' }),
    share: t.exposeFloat('share', { description: 'The part of `StatPage.sum` that this row has, from 0 to 1.' }),
    ...lineFields(t),
    amounts: t.field({
      type: [Amount],
      description: 'Of an event, what its amounts add up to, by unit; empty for all other statistics.',
      resolve: row => row.amounts,
    }),
  }),
});

const StatTotals = builder.objectRef<Line>('StatTotals').implement({
  description: 'All matching rows of a statistic together.',
  fields: t => ({
    count: t.expose('count', { type: 'Count', description: 'The same as `StatPage.sum`.' }),
    ...lineFields(t),
  }),
});

/** A page of a statistic. */
export const StatPage = builder.objectRef<Page>('StatPage').implement({
  description: 'A page of the rows of a statistic. Days and values that nothing was counted for have no row.',
  fields: t => ({
    rows: t.field({ type: [StatRow], description: 'The rows of this page.', resolve: page => page.rows }),
    total: t.expose('total', { type: 'Count', description: 'How many values match, on all pages.' }),
    sum: t.expose('sum', { type: 'Count', description: 'The counts of all matching values together, on all pages.' }),
    page: t.exposeInt('page', { description: 'Which page this is, from 1 on.' }),
    perPage: t.exposeInt('perPage', { description: 'How many rows a page has at most.' }),
    lastPage: t.exposeInt('lastPage', { description: 'The number of the last page; 1 when nothing matches.' }),
    basis: t.expose('basis', { type: Basis, description: 'Where the numbers come from.' }),
    freshAt: t.expose('freshAt', {
      type: 'DateTime',
      description: 'Every hit that was acknowledged before, on the machine that answers, is counted.',
    }),
    totals: t.field({
      type: StatTotals,
      description: 'All matching rows together, on all pages.',
      resolve: ({ sum, totals }) => ({ count: sum, ...totals }),
    }),
    other: t.field({
      type: StatRow,
      nullable: true,
      description:
        'The row `(other)`, on whatever page it stands: values that came on days which had too many new ones. Null when it does not match.',
      resolve: page => page.other,
    }),
  }),
});
