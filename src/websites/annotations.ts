import { Op } from 'sequelize';
import type { Viewer } from '../accounts/viewer.ts';
import type { AnnotationRow } from '../db/models/annotation.ts';
import type { Database } from '../db/open.ts';
import { dayNumber } from '../domain/calendar.ts';
import { type AnnotationInput, annotationInput } from '../domain/inputs/notes.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import type { DayRange } from '../domain/range.ts';
import { addNote, type NoteKind, notesOf, removeNote } from './notes.ts';

/** A note by the account about what happened on a day. */
export interface Annotation {
  readonly id: string;
  /** Days since 1970-01-01 in the website's time zone. */
  readonly day: number;
  readonly text: string;
}

const ANNOTATIONS: NoteKind<AnnotationRow> = {
  table: ({ annotations }) => annotations,
  one: 'annotation',
  plural: 'annotations',
  most: 5_000,
};

/**
 * Returns the annotations of each of these websites in a range of days, in the order of `ids`, the earliest day first.
 */
export async function annotationsOf(
  database: Database,
  ids: readonly number[],
  { from, to }: DayRange,
): Promise<(readonly Annotation[])[]> {
  const found = await notesOf(database, ANNOTATIONS, ids, { day: { [Op.between]: [from, to] } });
  return found.map(rows => [...rows].sort((a, b) => a.day - b.day).map(annotationOf));
}

/** Adds an annotation to a date of one of the viewer's websites; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createAnnotation(
  database: Database,
  viewer: Viewer | null,
  website: string,
  input: AnnotationInput,
  now: number,
): Promise<Annotation> {
  const { date, text } = parseInput(annotationInput, input);
  const columns = { day: dayNumber(date), text };
  return annotationOf(await addNote(database, viewer, ANNOTATIONS, website, columns, now));
}

/** Removes an annotation of one of the viewer's websites; throws NOT_FOUND. */
export async function deleteAnnotation(
  database: Database,
  viewer: Viewer | null,
  id: string,
  now: number = Date.now(),
): Promise<void> {
  await removeNote(database, viewer, ANNOTATIONS, id, now);
}

function annotationOf({ id, day, text }: AnnotationRow): Annotation {
  return { id, day, text };
}
