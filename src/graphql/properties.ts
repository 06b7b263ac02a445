import { inOrder } from '../domain/inputs/days.ts';
import { dayRange } from '../domain/range.ts';
import type { PropertyKey as Key } from '../stats/properties.ts';
import { filterArg, filterOf, filterShape, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { Statistics } from './statistics.ts';

const PropertyKey = builder.objectRef<Key>('PropertyKey').implement({
  description: 'A property that pageviews or events have.',
  fields: t => ({
    key: t.exposeString('key', { description: 'The key of the property.' }),
    events: t.expose('events', { type: 'Count', description: 'The number of pageviews or events with the property.' }),
    values: t.expose('values', { type: 'Count', description: 'The number of its different values.' }),
  }),
});

builder.interfaceField(Statistics, 'properties', t =>
  t.field({
    type: [PropertyKey],
    description: 'The properties of an event, or of pageviews, in a range of days, the most frequent first.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => (args.filter ? weightOfPass(args, 30) : 30) },
    args: {
      event: t.arg.string({ description: 'The name of the event; without it, the properties are those of pageviews.' }),
      ...rangeArgs,
      ...filterArg,
    },
    validate: checked(filterShape, inOrder),
    resolve: (website, { event, from, to, filter }, { stats }) =>
      stats.properties({ website: website.id, event: event ?? null, ...dayRange(from, to), filter: filterOf(filter) }),
  }),
);
