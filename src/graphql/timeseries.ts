import { inOrder } from '../domain/inputs/days.ts';
import { fewPoints, MAX_POINTS } from '../domain/inputs/series.ts';
import { countSlots, INTERVALS, type Interval as IntervalName } from '../domain/intervals.ts';
import { metricsIn, metricValue, type ShownMetric } from '../domain/metrics.ts';
import { dayRange } from '../domain/presets.ts';
import type { Source } from '../stats/query.ts';
import type { Point, Series } from '../stats/timeseries.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { filterArg, filterShape } from './filter.ts';
import { compareArg, periodOf, rangeArgs, weightOfRange } from './period.ts';
import { Basis } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const INTERVAL_DESCRIPTIONS: Record<IntervalName, string> = {
  HOUR: 'Hours of the website’s days: one that a clock change leaves out has no point, one that comes twice is one point.',
  DAY: 'Days.',
  WEEK: 'Weeks, which begin on Monday.',
  MONTH: 'Calendar months.',
};

const Interval = builder.enumType('Interval', {
  description: 'How long one point of a time series is.',
  values: Object.fromEntries(INTERVALS.map(name => [name, { description: INTERVAL_DESCRIPTIONS[name] }])) as {
    [Name in IntervalName]: { description: string };
  },
});

const TimeseriesPoint = builder.objectRef<Point>('TimeseriesPoint').implement({
  description: 'What was counted in one period; a visit counts when it began. Zero where nothing was counted.',
  fields: t => ({
    start: t.exposeString('start', {
      description:
        'When the period begins, in the time zone of the website: `2026-01-31`, or `2026-01-31T07` for an hour. A week is written as its Monday, a month as its first day.',
    }),
    partial: t.exposeBoolean('partial', {
      description: 'Whether the period is not over yet, or the range has only a part of it.',
    }),
    ...(Object.fromEntries(
      metricsIn('points').map(metric => [
        metric.name,
        t.field({
          type: 'stored' in metric ? 'Count' : 'Float',
          description: metric.description,
          resolve: ({ sums }) => metricValue(metric, sums) ?? 0,
        }),
      ]),
    ) as Record<ShownMetric<'points'>, never>),
  }),
});

const Timeseries = builder.objectRef<Series & Source>('Timeseries').implement({
  description: 'Numbers over time.',
  fields: t => ({
    interval: t.expose('interval', { type: Interval, description: 'How long one point is.' }),
    points: t.field({
      type: [TimeseriesPoint],
      description: 'The points of the range in order, without gaps.',
      resolve: ({ points }) => points,
    }),
    previous: t.field({
      type: [TimeseriesPoint],
      nullable: true,
      description:
        'As many points of the range that is compared with, each of which stands against the point at the same place; null when none is. Each of its days is in exactly one point, so that a month may begin on another day than the first.',
      resolve: ({ previous }) => previous,
    }),
    basis: t.expose('basis', { type: Basis, description: 'Where the numbers come from.' }),
    freshAt: t.expose('freshAt', {
      type: 'DateTime',
      description: 'Every hit that was acknowledged before, on the machine that answers, is counted.',
    }),
  }),
});

builder.interfaceField(Statistics, 'timeseries', t =>
  t.field({
    type: Timeseries,
    description: `Numbers over time. A range may have at most ${MAX_POINTS} points.`,
    extensions: {
      weight: (args: Readonly<Record<string, unknown>>) => weightOfRange(args, 20),
      entries: entriesOfSeries,
    },
    args: {
      ...rangeArgs,
      interval: t.arg({ type: Interval, required: true, description: 'How long one point is.' }),
      ...compareArg,
      ...filterArg,
    },
    validate: checked(filterShape, inOrder, fewPoints),
    resolve: (website, { interval, ...args }, { stats, now }) =>
      stats.timeseries({ ...periodOf(website, args), interval, now: now() }),
  }),
);

/** Ten points count as one row of a statistic: they are numbers that were read in one piece. */
function entriesOfSeries({ from, to, interval }: Readonly<Record<string, unknown>>): number {
  const points = countSlots(dayRange(String(from), String(to)), interval as IntervalName);
  return Math.max(1, Math.ceil(points / 10));
}
