import { inOrder } from '../domain/inputs/days.ts';
import { changeOf, metricsIn, type ShownMetric } from '../domain/metrics.ts';
import { dateOf } from '../domain/range.ts';
import type { Source } from '../stats/query.ts';
import type { Figure as Numbers, Totals } from '../stats/summary.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { filterArg, filterShape } from './filter.ts';
import { compareArg, periodOf, rangeArgs, weightOfRange } from './period.ts';
import { Basis } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const Figure = builder.objectRef<Numbers>('Figure').implement({
  description: 'A number, and how it has changed.',
  fields: t => ({
    value: t.exposeFloat('value', { description: 'The number itself.' }),
    previous: t.exposeFloat('previous', {
      nullable: true,
      description: 'The same of the range that is compared with; null when none is.',
    }),
    change: t.float({
      nullable: true,
      description:
        'How much it has grown against `previous`, 0.5 for half as much again; null when there was nothing before.',
      resolve: ({ value, previous }) => changeOf(value, previous),
    }),
  }),
});

const Summary = builder.objectRef<Totals & Source>('Summary').implement({
  description: 'What a range adds up to.',
  fields: t => ({
    from: t.field({ type: 'Date', description: 'The first day.', resolve: ({ from }) => dateOf(from) }),
    to: t.field({ type: 'Date', description: 'The last day, inclusive.', resolve: ({ to }) => dateOf(to) }),
    previousFrom: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day of the range that is compared with; null when none is.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.from),
    }),
    previousTo: t.field({
      type: 'Date',
      nullable: true,
      description: 'Its last day, inclusive; null when none is.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.to),
    }),
    basis: t.expose('basis', { type: Basis, description: 'Where the numbers come from.' }),
    freshAt: t.expose('freshAt', {
      type: 'DateTime',
      description: 'Every hit that was acknowledged before, on the machine that answers, is counted.',
    }),
    ...(Object.fromEntries(
      metricsIn('summary').map(({ name, description }) => [
        name,
        t.field({ type: Figure, description, resolve: ({ figures }) => figures[name] }),
      ]),
    ) as Record<ShownMetric<'summary'>, never>),
  }),
});

builder.interfaceField(Statistics, 'summary', t =>
  t.field({
    type: Summary,
    description: 'What a range adds up to, and how that compares.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfRange(args, 10) },
    args: { ...rangeArgs, ...compareArg, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: (website, args, { stats }) => stats.summary(periodOf(website, args)),
  }),
);
