import { countSlots, INTERVALS, type Interval as IntervalName } from '../domain/intervals.ts';
import { dayRange } from '../domain/presets.ts';
import type { FieldErrors } from '../errors.ts';
import type { Source } from '../stats/query.ts';
import { bounceRateOf, visitDurationOf } from '../stats/sums.ts';
import type { Point, Series } from '../stats/timeseries.ts';
import { builder } from './builder.ts';
import type { WeightWithPass } from './complexity.ts';
import { checkFilter, filterArg } from './filter.ts';
import { checkDays, compareArg, periodOf, rangeArgs, weightOfRange } from './period.ts';
import { checkedBy } from './rules.ts';
import { Basis } from './stat-page.ts';
import { Statistics } from './statistics.ts';

/** Ten years of days, or nearly half a year of hours. */
const MAX_POINTS = 4_000;

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
  fields: t => {
    const sum = (metric: 'pageviews' | 'visitors' | 'visits' | 'events', description: string) =>
      t.field({ type: 'Count', description, resolve: ({ sums }) => sums[metric] });
    return {
      start: t.exposeString('start', {
        description:
          'When the period begins, in the time zone of the website: `2026-01-31`, or `2026-01-31T07` for an hour. A week is written as its Monday, a month as its first day.',
      }),
      partial: t.exposeBoolean('partial', {
        description: 'Whether the period is not over yet, or the range has only a part of it.',
      }),
      pageviews: sum('pageviews', 'Pageviews.'),
      visitors: sum(
        'visitors',
        'Unique visitors, day by day; in an hour those whose first visit of the day began in it.',
      ),
      visits: sum('visits', 'Visits that began.'),
      events: sum('events', 'Events.'),
      bounceRate: t.float({
        description: 'The part of these visits that saw one page and did nothing, from 0 to 1.',
        resolve: ({ sums }) => bounceRateOf(sums),
      }),
      visitDuration: t.float({
        description: 'Seconds that one of these visits took on average.',
        resolve: ({ sums }) => visitDurationOf(sums),
      }),
    };
  },
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
    extensions: { weight: weightOfSeries },
    args: {
      ...rangeArgs,
      interval: t.arg({ type: Interval, required: true, description: 'How long one point is.' }),
      ...compareArg,
      ...filterArg,
    },
    validate: checkedBy(checkDays, checkPoints, checkFilter),
    resolve: (website, { interval, ...args }, { stats, now }) =>
      stats.timeseries({ ...periodOf(website, args), interval, now: now() }),
  }),
);

function checkPoints({
  from,
  to,
  interval,
}: {
  readonly from: string;
  readonly to: string;
  readonly interval: IntervalName;
}): FieldErrors | null {
  const points = countSlots(dayRange(from, to), interval);
  if (points <= MAX_POINTS) return null;
  const text = `The range has ${points} points of the interval ${interval}; at most ${MAX_POINTS} are answered. Send a longer interval, or days that are closer together.`;
  return { interval: [text] };
}

/** An answer of thousands of points is made of few rows, but it is long. */
function weightOfSeries(args: Readonly<Record<string, unknown>>): number | WeightWithPass {
  const points = countSlots(dayRange(String(args.from), String(args.to)), args.interval as IntervalName);
  return weightOfRange(args, 20 + Math.max(0, Math.ceil(points / 10)));
}
