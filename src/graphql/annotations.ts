import { dateOf } from '../domain/calendar.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { annotationInput } from '../domain/inputs/notes.ts';
import { dayRange } from '../domain/range.ts';
import { createAnnotation, deleteAnnotation, type Annotation as Note } from '../websites/annotations.ts';
import { rangeArgs, websiteArg } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { Statistics } from './statistics.ts';

const Annotation = builder.objectRef<Note>('Annotation').implement({
  description: "The account's note about a day.",
  fields: t => ({
    id: t.exposeID('id', { description: "The annotation's id." }),
    date: t.field({ type: 'Date', description: 'The day.', resolve: ({ day }) => dateOf(day) }),
    text: t.exposeString('text', { description: 'The text of the note.' }),
  }),
});

builder.interfaceField(Statistics, 'annotations', t =>
  t.field({
    type: [Annotation],
    description: 'The annotations of a range, in order of day.',
    // A website can have thousands, so a list of a thousand websites must not include them.
    extensions: { weight: 40 },
    args: rangeArgs,
    validate: checked({}, inOrder),
    resolve: (website, { from, to }, { loaders }) =>
      loaders.annotations.load({ id: website.id, ...dayRange(from, to) }),
  }),
);

const AnnotationInput = builder.inputType('AnnotationInput', {
  description: 'A new annotation.',
  validate: { schema: annotationInput },
  fields: t => ({
    date: t.field({ type: 'Date', required: true, description: 'The day.' }),
    text: t.string({ required: true, description: 'The text of the note, 1 to 500 characters.' }),
  }),
});

builder.mutationFields(t => ({
  createAnnotation: t.field({
    type: Annotation,
    description: 'Adds an annotation to a day. Everyone who can see the statistics can read it.',
    args: {
      ...websiteArg,
      input: t.arg({ type: AnnotationInput, required: true, description: 'The day and the text.' }),
    },
    resolve: (_, { website, input }, { database, viewer, now }) =>
      createAnnotation(database, viewer, website, input, now()),
  }),
  deleteAnnotation: t.id({
    description: 'Deletes an annotation and returns its id.',
    args: { id: t.arg.id({ required: true, description: 'The id of the annotation.' }) },
    resolve: (_, { id }, { database, viewer, now }) => deleteAnnotation(database, viewer, id, now()).then(() => id),
  }),
}));
