import type { GoalKind } from '../../domain/goal.ts';
import { longText, model, NOTE_OPTIONS, noteColumns, orNull, type RowOf, text } from './columns.ts';

/** A goal of a website. */
export type GoalRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  kind: text<GoalKind>(8),
  /** A path, in which `*` stands for any text, or the name of an event. */
  pattern: text(255),
  /** Conditions on properties as JSON, if there are any. */
  conditions: orNull(longText()),
});

export const defineGoal = model<GoalRow>('goal', columns, NOTE_OPTIONS);
