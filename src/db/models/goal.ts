import type { Sequelize } from 'sequelize';
import type { GoalKind } from '../../domain/goal.ts';
import { NOTE_OPTIONS, type NoteRow, type Notes, noteColumns, text } from './columns.ts';

/** A goal of a website. */
export interface GoalRow extends NoteRow {
  readonly name: string;
  readonly kind: GoalKind;
  /** A path, in which `*` stands for any text, or the name of an event. */
  readonly pattern: string;
}

export type Goals = Notes<GoalRow>;

export function defineGoal(sequelize: Sequelize): Goals {
  return sequelize.define(
    'goal',
    { ...noteColumns(), name: text(255), kind: text(8), pattern: text(255) },
    NOTE_OPTIONS,
  );
}
