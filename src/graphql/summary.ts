import { dateOf } from '../domain/calendar.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { changeOf, metricsIn, type ShownMetric } from '../domain/metrics.ts';
import type { Source } from '../stats/query.ts';
import type { Figure as Numbers, Totals } from '../stats/summary.ts';
import { compareArg, filterArg, filterShape, periodOf, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { weightOfRange } from './complexity.ts';
import { sourceFields, TIME_ON_PAGE } from './stat-page.ts';
import { Statistics, selectedPaths } from './statistics.ts';

const Figure = builder.objectRef<Numbers>('Figure').implement({
  description: 'A number and its change.',
  fields: t => ({
    value: t.exposeFloat('value', { description: 'The number in the range.' }),
    previous: t.exposeFloat('previous', {
      nullable: true,
      description: 'The number in the earlier range; null without a comparison.',
    }),
    change: t.float({
      nullable: true,
      description:
        'The relative change from `previous`, such as 0.5 for an increase of 50 %; null without a comparison or if `previous` is 0.',
      resolve: ({ value, previous }) => changeOf(value, previous),
    }),
  }),
});

const Summary = builder.objectRef<Totals & Source>('Summary').implement({
  description: 'The totals of a range.',
  fields: t => ({
    from: t.field({ type: 'Date', description: 'The first day.', resolve: ({ from }) => dateOf(from) }),
    to: t.field({ type: 'Date', description: 'The last day, inclusive.', resolve: ({ to }) => dateOf(to) }),
    previousFrom: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day of the earlier range; null without a comparison.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.from),
    }),
    previousTo: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day of the earlier range, inclusive; null without a comparison.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.to),
    }),
    ...sourceFields(t),
    ...(Object.fromEntries(
      metricsIn('summary').map(({ name, description }) => [
        name,
        t.field({ type: Figure, description, resolve: ({ figures }) => figures[name] }),
      ]),
    ) as Record<ShownMetric<'summary'>, never>),
    timeOnPage: t.exposeFloat('timeOnPage', { nullable: true, description: TIME_ON_PAGE }),
  }),
});

builder.interfaceField(Statistics, 'summary', t =>
  t.field({
    type: Summary,
    description: 'The totals of a range, and how they compare with an earlier range.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfRange(args, 10) },
    args: { ...rangeArgs, ...compareArg, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: (website, args, { stats }, info) =>
      stats.summary({ ...periodOf(website, args), attention: selectedPaths(info).has('timeOnPage') }),
  }),
);
