import type { Viewer } from '../accounts/viewer.ts';
import type { Database } from '../db/open.ts';
import { type Filter, type FilterInput, parseFilter } from '../domain/filter.ts';
import { badInput } from '../errors.ts';
import { addNote, checkedText, type NoteColumns, readNotes, removeNote } from './notes.ts';

/** A filter under a name. */
export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly filter: Filter;
}

interface SegmentColumns extends NoteColumns {
  readonly name: string;
  /** JSON. */
  readonly filter: string;
}

const LONGEST_NAME = 100;

/** The segments of a website, oldest first. */
export async function listSegments(database: Database, website: number): Promise<readonly Segment[]> {
  return (await readNotes<SegmentColumns>(database, 'segment', website)).map(segmentOf);
}

/** Adds a segment to a website of the viewer; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createSegment(
  database: Database,
  viewer: Viewer | null,
  website: string,
  { name, filter }: { readonly name: string; readonly filter: FilterInput },
  now: number,
): Promise<Segment> {
  const parsed = parseFilter(filter);
  if ('error' in parsed) throw badInput({ filter: [parsed.error] });
  const columns = { name: checkedText('name', name, LONGEST_NAME), filter: JSON.stringify(parsed.filter) };
  return segmentOf(await addNote<SegmentColumns>(database, viewer, { table: 'segment', website, columns }, now));
}

/** Throws NOT_FOUND. */
export async function deleteSegment(database: Database, viewer: Viewer | null, id: string): Promise<void> {
  await removeNote(database, viewer, 'segment', id);
}

function segmentOf({ id, name, filter }: SegmentColumns): Segment {
  return { id, name, filter: JSON.parse(filter) as Filter };
}
