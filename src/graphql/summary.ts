import { dateOf } from '../domain/range.ts';
import type { Source } from '../stats/query.ts';
import { FIGURES, type FigureName, type Figure as Numbers, type Totals } from '../stats/summary.ts';
import { changeOf } from '../stats/sums.ts';
import { builder } from './builder.ts';
import { checkFilter, filterArg } from './filter.ts';
import { checkDays, compareArg, periodOf, rangeArgs, weightOfRange } from './period.ts';
import { checkedBy } from './rules.ts';
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

const FIGURE_DESCRIPTIONS: Record<FigureName, string> = {
  pageviews: 'Pageviews.',
  visitors: 'Unique visitors, day by day: who comes on two days counts twice.',
  visits: 'Visits; more than 30 idle minutes, midnight, or another referrer or campaign end one.',
  events: 'Events.',
  bounceRate: 'The part of the visits that saw one page and did nothing, from 0 to 1.',
  visitDuration: 'Seconds that a visit took on average.',
  pagesPerVisit: 'Pageviews for each visit.',
};

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
      FIGURES.map(name => [
        name,
        t.field({
          type: Figure,
          description: FIGURE_DESCRIPTIONS[name],
          resolve: ({ figures }) => figures[name],
        }),
      ]),
    ) as Record<FigureName, never>),
  }),
});

builder.interfaceField(Statistics, 'summary', t =>
  t.field({
    type: Summary,
    description: 'What a range adds up to, and how that compares.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfRange(args, 10) },
    args: { ...rangeArgs, ...compareArg, ...filterArg },
    validate: checkedBy(checkDays, checkFilter),
    resolve: (website, args, { stats }) => stats.summary(periodOf(website, args)),
  }),
);
