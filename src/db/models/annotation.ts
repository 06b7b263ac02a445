import type { Sequelize } from 'sequelize';
import { integer, type ModelOf, NOTE_OPTIONS, type NoteRow, noteColumns, text } from './columns.ts';

/** A note of the account about a day. */
export interface AnnotationRow extends NoteRow {
  /** Days since 1970-01-01 in the website's time zone. */
  readonly day: number;
  readonly text: string;
}

export function defineAnnotation(sequelize: Sequelize): ModelOf<AnnotationRow> {
  return sequelize.define('annotation', { ...noteColumns(), day: integer(), text: text(1_000) }, NOTE_OPTIONS);
}
