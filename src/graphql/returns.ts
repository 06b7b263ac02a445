import { inOrder } from '../domain/inputs/days.ts';
import type { Returns as Counted } from '../stats/returns.ts';
import { filterArg, filterShape, periodOf, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { type CountedHits, countsFromField, ofHits } from './counts-from.ts';
import { Statistics } from './statistics.ts';

const ReturnRow = builder.objectRef<Counted['rows'][number]>('ReturnRow').implement({
  description: 'Visitors with the same number of visits on a day.',
  fields: t => ({
    visits: t.exposeInt('visits', { description: 'The number of visits of each of them on that day.' }),
    visitors: t.expose('visitors', { type: 'Count', description: 'The number of visitors.' }),
  }),
});

const Returns = builder.objectRef<Counted & CountedHits>('Returns').implement({
  description: 'How often visitors came back within a day. Nobody is recognised on another day.',
  fields: t => ({
    rows: t.expose('rows', { type: [ReturnRow], description: 'Visitors by their number of visits on a day.' }),
    visitors: t.field({
      type: 'Count',
      description: 'The number of visitors, each counted once a day: the sum of the rows.',
      resolve: ({ rows }) => rows.reduce((sum, { visitors }) => sum + visitors, 0),
    }),
    countsFrom: countsFromField(t),
    medianMinutes: t.exposeFloat('medianMinutes', {
      nullable: true,
      description:
        "The median of the minutes from the last hit of a visit to the first of the visitor's next on the same day, by nearest rank; null if nobody came back.",
    }),
  }),
});

builder.interfaceField(Statistics, 'returns', t =>
  t.field({
    type: Returns,
    description:
      'How often visitors came back within a day. With a filter, only matching visits count. Counted from individual visits, as far back as those are stored.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, 200) },
    args: { ...rangeArgs, ...filterArg },
    validate: checked(filterShape, inOrder),
    resolve: async (website, args, { stats }) => {
      const period = periodOf(website, args);
      return ofHits(await stats.returns(period), period);
    },
  }),
);
