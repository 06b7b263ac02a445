import { beginsEarlier, fewPoints, inOrder, MAX_POINTS } from '../domain/inputs/days.ts';
import { findMetric, metricsIn, metricWith, type ShownMetric } from '../domain/metrics.ts';
import { countSlots, dayRange, type Interval as IntervalName } from '../domain/range.ts';
import { hasAmountsOfHits, pointsHaveAmountsOfHits } from '../stats/basis.ts';
import type { Source } from '../stats/query.ts';
import type { Point, Series } from '../stats/timeseries.ts';
import { AMOUNTS, amountsFromField, type KnownAmounts, withAmountsFrom } from './amounts.ts';
import { compareArg, comparedPeriodOf, filterArg, filterShape, rangeArgs } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { type Args, type Below, WEIGHT_OF_AMOUNTS, weightOfPass, weightOfRange } from './complexity.ts';
import { type CountedHits, countsFromField, ofFilter } from './counts-from.ts';
import { Amount, IMPORTED, sourceFields, TIME_ON_PAGE, UNKNOWN_RATIO, WITHOUT_HOURS } from './stat-page.ts';
import { Statistics, selectedPaths } from './statistics.ts';

const Interval = enumOf<IntervalName>('Interval', 'The length of one point of a time series.', {
  HOUR: "Hours in the website's time zone. An hour skipped by a clock change has no point, a repeated hour has one.",
  DAY: 'Days.',
  WEEK: 'Weeks, starting on Monday.',
  MONTH: 'Calendar months.',
});

const TimeseriesPoint = builder.objectRef<Point>('TimeseriesPoint').implement({
  description: 'The counts of one period, zero if nothing was counted. A visit counts in the period in which it began.',
  fields: t => ({
    start: t.exposeString('start', {
      description:
        "The start of the period in the website's time zone: `2026-01-31`, or `2026-01-31T07` for an hour. A week is written as its Monday, a month as its first day.",
    }),
    begun: t.exposeBoolean('begun', {
      description:
        'False if the period has not begun: nothing could be counted yet. In `previous`, false as well for the point that the running one would be compared with while no hour of it is over: its counts are zero, but nothing is compared.',
    }),
    partial: t.exposeBoolean('partial', {
      description: 'True if the period is still running or only partly in the range.',
    }),
    ...(Object.fromEntries(
      metricsIn('points').map(metric => [
        metric.name,
        'ratio' in metric
          ? t.float({
              nullable: true,
              description: `${metric.description} ${UNKNOWN_RATIO}`,
              resolve: ({ sums, ratios }) => metricWith(metric, sums, ratios) ?? (metric.name in ratios ? null : 0),
            })
          : t.field({
              type: 'Count',
              description: metric.description,
              resolve: ({ sums }) => metricWith(metric, sums, {}) ?? 0,
            }),
      ]),
    ) as Record<ShownMetric<'points'>, never>),
    timeOnPage: t.float({
      nullable: true,
      description: TIME_ON_PAGE,
      resolve: ({ sums, ratios }) => metricWith(findMetric('timeOnPage'), sums, ratios),
    }),
    imported: t.expose('imported', { type: 'Count', description: IMPORTED }),
    amounts: t.expose('amounts', { type: [Amount], description: AMOUNTS }),
  }),
});

const Timeseries = builder.objectRef<Series & Source & KnownAmounts & CountedHits>('Timeseries').implement({
  description: 'Metrics over time.',
  fields: t => ({
    interval: t.expose('interval', { type: Interval, description: 'The length of one point.' }),
    points: t.expose('points', {
      type: [TimeseriesPoint],
      description: 'The points of the range, in order and without gaps.',
    }),
    previous: t.expose('previous', {
      type: [TimeseriesPoint],
      nullable: true,
      description:
        'The points of the earlier range, as many as in `points` and each at the index of the point it compares with; null without a comparison. Each day is in exactly one point, so a month can begin on a day other than the first, and February 29 compares with an empty point, because the day of the year before is that of February 28. The point that the running one compares with has only the same part: the days and the hours that are over (see `Summary.comparedUntil`).',
    }),
    running: t.expose('running', {
      type: TimeseriesPoint,
      nullable: true,
      description:
        'The part of the running point that is over, which its point in `previous` compares with. Null with the interval HOUR, without a comparison, and if no point is running.',
    }),
    withoutHours: t.expose('withoutHours', {
      type: 'Count',
      description: `With the interval HOUR: ${WITHOUT_HOURS[0]?.toLowerCase()}${WITHOUT_HOURS.slice(1)}`,
    }),
    ...sourceFields(t),
    amountsFrom: amountsFromField(t),
    countsFrom: countsFromField(t),
  }),
});

builder.interfaceField(Statistics, 'timeseries', t =>
  t.field({
    type: Timeseries,
    description: `Metrics over time. A range can have at most ${MAX_POINTS} points.`,
    extensions: {
      weight: weightOfSeries,
      entries: entriesOfSeries,
    },
    args: {
      ...rangeArgs,
      interval: t.arg({ type: Interval, required: true, description: 'The length of one point.' }),
      ...compareArg,
      ...filterArg,
    },
    validate: checked(filterShape, inOrder, beginsEarlier, fewPoints),
    async resolve(website, { interval, ...args }, context, info) {
      const paths = selectedPaths(info);
      const attention = paths.has('points.timeOnPage') || paths.has('previous.timeOnPage');
      const amounts = ['points', 'previous', 'running'].some(list => paths.has(`${list}.amounts`));
      const query = {
        ...(await comparedPeriodOf(website, args, context)),
        interval,
        attention,
        amounts,
        now: context.now(),
      };
      const series = context.stats.timeseries(query);
      const isAsked = paths.has('amountsFrom') && hasAmountsOfHits(query, pointsHaveAmountsOfHits(query));
      return ofFilter(await withAmountsFrom(series, website.id, isAsked, context), query);
    },
  }),
);

/** Amounts by hour are counted in the visits of each website. */
function weightOfSeries(args: Args, below: Below) {
  if (!below().has('amounts')) return weightOfRange(args, 20);
  if (args.interval === 'HOUR') return weightOfPass(args, 20 + WEIGHT_OF_AMOUNTS);
  return weightOfRange(args, 20 + WEIGHT_OF_AMOUNTS);
}

/** Ten points count as one row of a statistic, because they are read in one piece. */
function entriesOfSeries({ from, to, interval }: Readonly<Record<string, unknown>>): number {
  const points = countSlots(dayRange(String(from), String(to)), interval as IntervalName);
  return Math.max(1, Math.ceil(points / 10));
}
