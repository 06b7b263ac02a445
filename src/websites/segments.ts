import type { Viewer } from '../accounts/viewer.ts';
import type { SegmentRow } from '../db/models/segment.ts';
import type { Database } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import { type SegmentInput, segmentInput } from '../domain/inputs/notes.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { addNote, type NoteKind, notesOf, removeNote } from './notes.ts';

/** A filter with a name. Queries never refer to it: the web app sends the filter of the chosen segment. */
export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly filter: Filter;
}

const SEGMENTS: NoteKind<SegmentRow> = {
  table: ({ segments }) => segments,
  one: 'segment',
  plural: 'segments',
  most: 100,
  chosenByName: true,
};

/** Returns the segments of each of these websites, in the order of `ids`, the oldest first. */
export async function segmentsOf(database: Database, ids: readonly number[]): Promise<(readonly Segment[])[]> {
  return (await notesOf(database, SEGMENTS, ids)).map(rows => rows.map(segmentOf));
}

/** Adds a segment to one of the viewer's websites; throws NOT_FOUND and BAD_USER_INPUT. */
export async function createSegment(
  database: Database,
  viewer: Viewer | null,
  website: string,
  input: SegmentInput,
  now: number,
): Promise<Segment> {
  const { name, filter } = parseInput(segmentInput, input);
  const columns = { name, filter: JSON.stringify(filter) };
  return segmentOf(await addNote(database, viewer, SEGMENTS, website, columns, now));
}

/** Removes a segment of one of the viewer's websites; throws NOT_FOUND. */
export async function deleteSegment(
  database: Database,
  viewer: Viewer | null,
  id: string,
  now: number = Date.now(),
): Promise<void> {
  await removeNote(database, viewer, SEGMENTS, id, now);
}

function segmentOf({ id, name, filter }: SegmentRow): Segment {
  return { id, name, filter: JSON.parse(filter) as Filter };
}
