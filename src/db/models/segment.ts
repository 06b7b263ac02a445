import { longText, model, NOTE_OPTIONS, noteColumns, type RowOf, text } from './columns.ts';

/** A named filter. */
export type SegmentRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  /** The filter as JSON. */
  filter: longText(),
});

export const defineSegment = model<SegmentRow>('segment', columns, NOTE_OPTIONS);
