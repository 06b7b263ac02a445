import { inOrder } from '../domain/inputs/days.ts';
import type { HeatmapCell as Cell, Heatmap as Counted } from '../stats/heatmap.ts';
import type { Source } from '../stats/query.ts';
import { filterArg, filterShape, periodOf, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { type Args, weightOfRange } from './complexity.ts';
import { WITHOUT_HOURS } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const HeatmapCell = builder.objectRef<Cell>('HeatmapCell').implement({
  description: 'The counts of one hour of one day of the week, summed over all weeks of the range.',
  fields: t => ({
    weekday: t.exposeInt('weekday', { description: 'The day of the week, from 1 (Monday) to 7 (Sunday).' }),
    hour: t.exposeInt('hour', { description: "The hour of day in the website's time zone, 0 to 23." }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'Pageviews.' }),
    visitors: t.expose('visitors', {
      type: 'Count',
      description: 'Visitors whose first visit of the day began in this hour.',
    }),
  }),
});

const Heatmap = builder.objectRef<Counted & Source>('Heatmap').implement({
  description: 'Pageviews and visitors by day of the week and hour of day.',
  fields: t => ({
    cells: t.expose('cells', {
      type: [HeatmapCell],
      description: 'All 168 hours of a week, starting on Monday at midnight.',
    }),
    withoutHours: t.expose('withoutHours', { type: 'Count', description: WITHOUT_HOURS }),
  }),
});

builder.interfaceField(Statistics, 'heatmap', t =>
  t.field({
    type: Heatmap,
    description: 'Pageviews and visitors by day of the week and hour of day.',
    extensions: { weight: (args: Args) => weightOfRange(args, 20), entries: () => 17 },
    args: { ...rangeArgs, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: (website, args, { stats }) => stats.heatmap(periodOf(website, args)),
  }),
);
