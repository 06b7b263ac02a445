import type { Sequelize } from 'sequelize';
import { longText, type ModelOf, NOTE_OPTIONS, noteColumns, type RowOf, text } from './columns.ts';

/** A named filter. */
export type SegmentRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  /** The filter as JSON. */
  filter: longText(),
});

export function defineSegment(sequelize: Sequelize): ModelOf<SegmentRow> {
  return sequelize.define('segment', columns(), NOTE_OPTIONS);
}
