import { filterJson } from '../domain/filter.ts';
import { segmentInput } from '../domain/inputs/notes.ts';
import { createSegment, deleteSegment, type Segment as NamedFilter } from '../websites/segments.ts';
import { StatFilter, websiteArg } from './arguments.ts';
import { builder } from './builder.ts';
import { aboutInput } from './error-responses.ts';
import { Statistics } from './statistics.ts';

const Segment = builder.objectRef<NamedFilter>('Segment').implement({
  description: 'A saved filter with a name.',
  fields: t => ({
    id: t.exposeID('id', { description: "The segment's id." }),
    name: t.exposeString('name', { description: 'The name of the segment.' }),
    filter: t.field({
      type: 'StatFilterOut',
      description: 'The filter, which can be sent back as a `StatFilter`.',
      resolve: ({ filter }) => filterJson(filter),
    }),
  }),
});

builder.interfaceField(Statistics, 'segments', t =>
  t.field({
    type: [Segment],
    description: 'The saved segments of the website, oldest first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.segments.load(website.id),
  }),
);

const SegmentInput = builder.inputType('SegmentInput', {
  description: 'A new segment.',
  validate: { schema: segmentInput },
  fields: t => ({
    name: t.string({
      required: true,
      description: 'The name of the segment, 1 to 100 characters, which no other segment of the website has.',
    }),
    filter: t.field({ type: StatFilter, required: true, description: 'The filter.' }),
  }),
});

builder.mutationFields(t => ({
  createSegment: t.field({
    type: Segment,
    description: 'Saves a filter as a segment. Everyone who can see the statistics can use it.',
    args: {
      ...websiteArg,
      input: t.arg({ type: SegmentInput, required: true, description: 'The name and the filter.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      aboutInput(() => createSegment(database, viewer, website, input, now())),
  }),
  deleteSegment: t.id({
    description: 'Deletes a segment and returns its id.',
    args: { id: t.arg.id({ required: true, description: 'The id of the segment.' }) },
    resolve: (_, { id }, { database, viewer, now }) => deleteSegment(database, viewer, id, now()).then(() => id),
  }),
}));
