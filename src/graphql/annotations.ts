import { annotationInput } from '../domain/inputs/annotation.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { dayRange } from '../domain/presets.ts';
import { dateOf } from '../domain/range.ts';
import { createAnnotation, deleteAnnotation, type Annotation as Note } from '../websites/annotations.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { rangeArgs } from './period.ts';
import { Statistics } from './statistics.ts';

const Annotation = builder.objectRef<Note>('Annotation').implement({
  description: 'What happened on a day, in the words of the account.',
  fields: t => ({
    id: t.exposeID('id', { description: 'What it is known by.' }),
    date: t.field({ type: 'Date', description: 'The day.', resolve: ({ day }) => dateOf(day) }),
    text: t.exposeString('text', { description: 'What happened.' }),
  }),
});

builder.interfaceField(Statistics, 'annotations', t =>
  t.field({
    type: [Annotation],
    description: 'What happened on the days of a range, by day.',
    // A website may have thousands, so a list of a thousand websites may not include them.
    extensions: { weight: 40 },
    args: rangeArgs,
    validate: checked({}, inOrder),
    resolve: (website, { from, to }, { loaders }) =>
      loaders.annotations.load({ id: website.id, ...dayRange(from, to) }),
  }),
);

const AnnotationInput = builder.inputType('AnnotationInput', {
  description: 'What happened on a day.',
  validate: { schema: annotationInput },
  fields: t => ({
    date: t.field({ type: 'Date', required: true, description: 'The day.' }),
    text: t.string({ required: true, description: 'What happened, 1 to 500 characters.' }),
  }),
});

builder.mutationField('createAnnotation', t =>
  t.field({
    type: Annotation,
    description: 'Writes down what happened on a day. Whoever may see the statistics may read it.',
    args: {
      website: t.arg.id({ required: true, description: 'The number of the website.' }),
      input: t.arg({ type: AnnotationInput, required: true, description: 'The day and the text.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      createAnnotation(database, viewer, website, input, now()),
  }),
);

builder.mutationField('deleteAnnotation', t =>
  t.id({
    description: 'Deletes an annotation and answers its id.',
    args: { id: t.arg.id({ required: true, description: 'Which annotation.' }) },
    resolve: async (_, { id }, { database, viewer }) => {
      await deleteAnnotation(database, viewer, id);
      return id;
    },
  }),
);
