import type { Viewer } from '../accounts/viewer.ts';
import type { GoalRow } from '../db/models/goal.ts';
import type { Database } from '../db/open.ts';
import type { GoalKind, PropertyCondition } from '../domain/goal.ts';
import { type GoalInput, goalInput } from '../domain/inputs/notes.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { addNote, changeNote, type NoteKind, notesOf, removeNote } from './notes.ts';

/** A goal of the website: a page or an event that visits should lead to. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  readonly kind: GoalKind;
  /** A path in which `*` matches any text, or the name of an event. */
  readonly pattern: string;
  /** All of which a hit must meet that reaches the goal. */
  readonly conditions: readonly PropertyCondition[];
}

/** Few, because all goals of a website are counted together. */
const GOALS: NoteKind<GoalRow> = { table: ({ goals }) => goals, one: 'goal', plural: 'goals', most: 50 };

/** Returns the goals of each of these websites, in the order of `ids`, the oldest first. */
export async function goalsOf(database: Database, ids: readonly number[]): Promise<(readonly Goal[])[]> {
  return (await notesOf(database, GOALS, ids)).map(rows => rows.map(goalOf));
}

/** Adds a goal to one of the viewer's websites; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createGoal(
  database: Database,
  viewer: Viewer | null,
  website: string,
  input: GoalInput,
  now: number,
): Promise<Goal> {
  return goalOf(await addNote(database, viewer, GOALS, website, columnsOf(input), now));
}

/** Replaces a goal of one of the viewer's websites; throws NOT_FOUND and BAD_USER_INPUT. */
export async function updateGoal(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: GoalInput,
  now: number = Date.now(),
): Promise<Goal> {
  return goalOf(await changeNote(database, viewer, GOALS, id, columnsOf(input), now));
}

/** Removes a goal of one of the viewer's websites; throws NOT_FOUND. */
export async function deleteGoal(
  database: Database,
  viewer: Viewer | null,
  id: string,
  now: number = Date.now(),
): Promise<void> {
  await removeNote(database, viewer, GOALS, id, now);
}

function columnsOf(input: GoalInput) {
  const { conditions, ...columns } = parseInput(goalInput, input);
  return { ...columns, conditions: conditions.length === 0 ? null : JSON.stringify(conditions) };
}

function goalOf({ id, name, kind, pattern, conditions }: GoalRow): Goal {
  return { id, name, kind, pattern, conditions: conditions === null ? [] : JSON.parse(conditions) };
}
