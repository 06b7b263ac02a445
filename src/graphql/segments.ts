import { filterJson } from '../domain/filter.ts';
import { segmentInput } from '../domain/inputs/segment.ts';
import { createSegment, deleteSegment, type Segment as NamedFilter } from '../websites/segments.ts';
import { builder } from './builder.ts';
import { StatFilter } from './filter.ts';
import { Statistics } from './statistics.ts';

const Segment = builder.objectRef<NamedFilter>('Segment').implement({
  description: 'A filter under a name.',
  fields: t => ({
    id: t.exposeID('id', { description: 'What it is known by.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    filter: t.field({
      type: 'StatFilterOut',
      description: 'The filter, as it is sent for a `StatFilter`.',
      resolve: ({ filter }) => filterJson(filter),
    }),
  }),
});

builder.interfaceField(Statistics, 'segments', t =>
  t.field({
    type: [Segment],
    description: 'Filters that the account has given a name, oldest first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.segments.load(website.id),
  }),
);

const SegmentInput = builder.inputType('SegmentInput', {
  description: 'A filter and its name.',
  validate: { schema: segmentInput },
  fields: t => ({
    name: t.string({ required: true, description: 'What it is called, 1 to 100 characters.' }),
    filter: t.field({ type: StatFilter, required: true, description: 'The filter.' }),
  }),
});

builder.mutationField('createSegment', t =>
  t.field({
    type: Segment,
    description: 'Gives a filter a name. Whoever may see the statistics may use it.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      input: t.arg({ type: SegmentInput, required: true, description: 'The name and the filter.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      createSegment(database, viewer, website, input, now()),
  }),
);

builder.mutationField('deleteSegment', t =>
  t.id({
    description: 'Deletes a segment and answers its id.',
    args: { id: t.arg.id({ required: true, description: 'Which segment.' }) },
    resolve: async (_, { id }, { database, viewer }) => {
      await deleteSegment(database, viewer, id);
      return id;
    },
  }),
);
