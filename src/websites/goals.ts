import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import { quote } from '../domain/text.ts';
import { badInput } from '../errors.ts';
import { addNote, changeNote, checkedText, type NoteColumns, readNotes, removeNote } from './notes.ts';

/** What reaches a goal: a pageview, or an event. */
export const GOAL_KINDS = ['PAGE', 'EVENT'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];

/** Something that visits are meant to lead to. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  readonly kind: GoalKind;
  /** A path, in which `*` stands for any text, or the name of an event. */
  readonly pattern: string;
}

/** A goal as it is sent. */
export interface GoalInput {
  readonly name: string;
  readonly kind: GoalKind;
  readonly pattern: string;
}

interface GoalColumns extends NoteColumns {
  readonly name: string;
  readonly kind: GoalKind;
  readonly pattern: string;
}

const LONGEST_NAME = 100;
const LONGEST = { PAGE: 255, EVENT: 64 } as const;

/** The goals of a website, oldest first. */
export async function listGoals(database: Database, website: number): Promise<readonly Goal[]> {
  return (await readNotes<GoalColumns>(database, 'goal', website)).map(goalOf);
}

/** Adds a goal to a website of the viewer; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createGoal(
  database: Database,
  viewer: Viewer | null,
  website: string,
  input: GoalInput,
  now: number,
): Promise<Goal> {
  const columns = checked(input);
  return goalOf(await addNote<GoalColumns>(database, viewer, { table: 'goal', website, columns }, now));
}

/** Replaces a goal of a website of the viewer; throws NOT_FOUND and BAD_USER_INPUT. */
export async function updateGoal(
  database: Database,
  viewer: Viewer | null,
  id: string,
  input: GoalInput,
): Promise<Goal> {
  const columns = checked(input);
  return goalOf(await changeNote<GoalColumns>(database, viewer, { table: 'goal', id, columns }));
}

/** Throws NOT_FOUND. */
export async function deleteGoal(database: Database, viewer: Viewer | null, id: string): Promise<void> {
  await removeNote(database, viewer, 'goal', id);
}

function checked({ name, kind, pattern }: GoalInput): GoalInput {
  const text = checkedText('pattern', pattern, LONGEST[kind]);
  if (kind === 'PAGE' && !/^[/*]/.test(text)) {
    throw badInput({
      pattern: [`The pattern ${quote(text)} is no path; begin it with / or *, such as /thanks or /blog/*.`],
    });
  }
  return { name: checkedText('name', name, LONGEST_NAME), kind, pattern: text };
}

function goalOf({ id, name, kind, pattern }: GoalColumns): Goal {
  return { id, name, kind, pattern };
}
