import type { Sequelize } from 'sequelize';
import type { GoalKind } from '../../domain/goal.ts';
import { type ModelOf, NOTE_OPTIONS, noteColumns, type RowOf, text } from './columns.ts';

/** A goal of a website. */
export type GoalRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  kind: text<GoalKind>(8),
  /** A path, in which `*` stands for any text, or the name of an event. */
  pattern: text(255),
});

export function defineGoal(sequelize: Sequelize): ModelOf<GoalRow> {
  return sequelize.define('goal', columns(), NOTE_OPTIONS);
}
