import { inOrder } from '../domain/inputs/days.ts';
import type { HeatmapCell as Cell } from '../stats/heatmap.ts';
import type { Source } from '../stats/query.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { periodOf, rangeArgs } from './period.ts';
import { Statistics } from './statistics.ts';

const HeatmapCell = builder.objectRef<Cell>('HeatmapCell').implement({
  description: 'What was counted in one hour of one day of the week, over all weeks of the range.',
  fields: t => ({
    weekday: t.exposeInt('weekday', { description: '1 for Monday to 7 for Sunday.' }),
    hour: t.exposeInt('hour', { description: 'The hour of day in the time zone of the website, 0 to 23.' }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'Pageviews.' }),
    visitors: t.expose('visitors', {
      type: 'Count',
      description: 'Visitors whose first visit of the day began in this hour.',
    }),
  }),
});

const Heatmap = builder.objectRef<Source & { readonly cells: readonly Cell[] }>('Heatmap').implement({
  description: 'When people come, by day of the week and hour of day.',
  fields: t => ({
    cells: t.field({
      type: [HeatmapCell],
      description: 'All 168 hours of a week, from Monday 0 o’clock on.',
      resolve: ({ cells }) => cells,
    }),
  }),
});

builder.interfaceField(Statistics, 'heatmap', t =>
  t.field({
    type: Heatmap,
    description: 'When people come, by day of the week and hour of day.',
    extensions: { weight: { together: 20 }, entries: () => 17 },
    args: rangeArgs,
    validate: checked({}, inOrder),
    resolve: (website, args, { stats }) => stats.heatmap(periodOf(website, args)),
  }),
);
