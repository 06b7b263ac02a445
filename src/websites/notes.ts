import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Param } from '../db/dialect.ts';
import { type Database, reachable } from '../db/open.ts';
import { retriedTransaction } from '../db/retry.ts';
import { deleteRows, insertRow, readRows, updateRows } from '../db/rows.ts';
import { countCodePoints, hasNul } from '../domain/text.ts';
import { AppError, badInput, notFound } from '../errors.ts';
import { mayWrite, writableWebsite } from './access.ts';

/** The tables of what an account notes about its websites. */
export type NoteTable = 'goal' | 'annotation' | 'segment';

/** What the rows of all of them have. */
export interface NoteColumns {
  readonly website_id: number;
  readonly id: string;
  /** Milliseconds since 1970, UTC. */
  readonly created_at: number;
}

/** More of one kind would make no list that anyone reads; the goals of a website are also counted together. */
const MOST: Record<NoteTable, number> = { goal: 50, annotation: 5_000, segment: 100 };
const ID_LENGTH = 12;

/** The rows of a website, oldest first. */
export function readNotes<Row extends NoteColumns>(
  database: Database,
  table: NoteTable,
  website: number,
): Promise<Row[]> {
  return reachable(database, () =>
    readRows<Row>(database.dialect, table, { website_id: website }, ['created_at', 'id']),
  );
}

/** Adds a row to a website of the viewer. Throws NOT_FOUND, and BAD_USER_INPUT for one too many. */
export async function addNote<Row extends NoteColumns>(
  database: Database,
  viewer: Viewer | null,
  { table, website, columns }: { table: NoteTable; website: string | number; columns: Omit<Row, keyof NoteColumns> },
  now: number,
): Promise<Row> {
  const { id: websiteId } = await writableWebsite(database, viewer, { id: website });
  return reachable(database, () =>
    retriedTransaction(database.dialect, async tx => {
      const there = await readRows<NoteColumns>(tx, table, { website_id: websiteId }, ['created_at']);
      if (there.length >= MOST[table]) {
        const text = `The website has ${there.length} of these already, which is as many as it may have; delete one first.`;
        throw new AppError('BAD_USER_INPUT', text);
      }
      // Two of one moment would have no order.
      const createdAt = Math.max(now, (there.at(-1)?.created_at ?? 0) + 1);
      const row = { website_id: websiteId, id: randomText(ID_LENGTH), created_at: createdAt, ...columns };
      await insertRow(tx, table, row as Record<string, Param>);
      return row as unknown as Row;
    }),
  );
}

/** Changes a row of a website of the viewer. Throws NOT_FOUND. */
export async function changeNote<Row extends NoteColumns>(
  database: Database,
  viewer: Viewer | null,
  { table, id, columns }: { table: NoteTable; id: string; columns: Omit<Row, keyof NoteColumns> },
): Promise<Row> {
  const row = await writableNote<Row>(database, viewer, table, id);
  await reachable(database, () =>
    updateRows(database.dialect, table, columns as Record<string, Param>, { website_id: row.website_id, id: row.id }),
  );
  return { ...row, ...columns };
}

/** Takes a row away from a website of the viewer. Throws NOT_FOUND. */
export async function removeNote(
  database: Database,
  viewer: Viewer | null,
  table: NoteTable,
  id: string,
): Promise<void> {
  const row = await writableNote(database, viewer, table, id);
  await reachable(database, () => deleteRows(database.dialect, table, { website_id: row.website_id, id: row.id }));
}

/** The row, once the gate of its website has let the viewer pass. */
async function writableNote<Row extends NoteColumns>(
  database: Database,
  viewer: Viewer | null,
  table: NoteTable,
  id: string,
): Promise<Row> {
  mayWrite(viewer);
  if (!/^[0-9A-Za-z]{1,24}$/.test(id)) throw notFound();
  const [row] = await reachable(database, () => readRows<Row>(database.dialect, table, { id }, ['id']));
  if (!row) throw notFound();
  await writableWebsite(database, viewer, { id: row.website_id });
  return row;
}

/** The text as it is kept: trimmed, neither empty nor longer than `longest` characters. Throws BAD_USER_INPUT under `field`. */
export function checkedText(field: string, given: string, longest: number): string {
  const text = given.trim();
  const fault = textFault(field, text, longest);
  if (fault !== null) throw badInput({ [field]: [fault] });
  return text;
}

function textFault(field: string, text: string, longest: number): string | null {
  if (text === '') return `The ${field} is empty; send 1 to ${longest} characters.`;
  if (hasNul(text) || !text.isWellFormed())
    return `The ${field} has a character that cannot be kept; leave out U+0000 and lone surrogates.`;
  const length = countCodePoints(text, longest);
  return length > longest ? `The ${field} is longer than ${longest} characters; send a shorter one.` : null;
}
