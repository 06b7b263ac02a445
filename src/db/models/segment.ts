import type { Sequelize } from 'sequelize';
import { longText, NOTE_OPTIONS, type NoteRow, type Notes, noteColumns, text } from './columns.ts';

/** A named filter. */
export interface SegmentRow extends NoteRow {
  readonly name: string;
  /** The filter as JSON. */
  readonly filter: string;
}

export type Segments = Notes<SegmentRow>;

export function defineSegment(sequelize: Sequelize): Segments {
  return sequelize.define('segment', { ...noteColumns(), name: text(255), filter: longText() }, NOTE_OPTIONS);
}
