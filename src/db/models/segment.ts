import type { Sequelize } from 'sequelize';
import { longText, type ModelOf, NOTE_OPTIONS, type NoteRow, noteColumns, text } from './columns.ts';

/** A named filter. */
export interface SegmentRow extends NoteRow {
  readonly name: string;
  /** The filter as JSON. */
  readonly filter: string;
}

export function defineSegment(sequelize: Sequelize): ModelOf<SegmentRow> {
  return sequelize.define('segment', { ...noteColumns(), name: text(255), filter: longText() }, NOTE_OPTIONS);
}
