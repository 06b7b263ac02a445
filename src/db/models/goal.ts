import type { Sequelize } from 'sequelize';
import type { GoalKind } from '../../domain/goal.ts';
import { type ModelOf, NOTE_OPTIONS, type NoteRow, noteColumns, text } from './columns.ts';

/** A goal of a website. */
export interface GoalRow extends NoteRow {
  readonly name: string;
  readonly kind: GoalKind;
  /** A path, in which `*` stands for any text, or the name of an event. */
  readonly pattern: string;
}

export function defineGoal(sequelize: Sequelize): ModelOf<GoalRow> {
  return sequelize.define(
    'goal',
    { ...noteColumns(), name: text(255), kind: text(8), pattern: text(255) },
    NOTE_OPTIONS,
  );
}
