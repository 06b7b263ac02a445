import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import type { DayRange } from '../domain/presets.ts';
import { dayNumber } from '../domain/range.ts';
import { addNote, checkedText, type NoteColumns, readNotes, removeNote } from './notes.ts';

/** What happened on a day, as the account wrote it down. */
export interface Annotation {
  readonly id: string;
  /** Days since 1970-01-01 in the website's time zone. */
  readonly day: number;
  readonly text: string;
}

interface AnnotationColumns extends NoteColumns {
  readonly day: number;
  readonly text: string;
}

const LONGEST_TEXT = 500;

/** The annotations of a website within a range, by day. */
export async function listAnnotations(
  database: Database,
  website: number,
  { from, to }: DayRange,
): Promise<readonly Annotation[]> {
  const rows = await readNotes<AnnotationColumns>(database, 'annotation', website);
  return rows
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => a.day - b.day)
    .map(annotationOf);
}

/** Notes a text for a real date `YYYY-MM-DD` of a website of the viewer; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createAnnotation(
  database: Database,
  viewer: Viewer | null,
  website: string,
  { date, text }: { readonly date: string; readonly text: string },
  now: number,
): Promise<Annotation> {
  const columns = { day: dayNumber(date), text: checkedText('text', text, LONGEST_TEXT) };
  return annotationOf(
    await addNote<AnnotationColumns>(database, viewer, { table: 'annotation', website, columns }, now),
  );
}

/** Throws NOT_FOUND. */
export async function deleteAnnotation(database: Database, viewer: Viewer | null, id: string): Promise<void> {
  await removeNote(database, viewer, 'annotation', id);
}

function annotationOf({ id, day, text }: AnnotationColumns): Annotation {
  return { id, day, text };
}
