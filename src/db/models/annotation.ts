import { integer, model, NOTE_OPTIONS, noteColumns, type RowOf, text } from './columns.ts';

/** A note of the account about a day. */
export type AnnotationRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  /** Days since 1970-01-01 in the website's time zone. */
  day: integer(),
  text: text(1_000),
});

export const defineAnnotation = model<AnnotationRow>('annotation', columns, NOTE_OPTIONS);
