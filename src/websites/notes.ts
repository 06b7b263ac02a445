import type { WhereOptions } from 'sequelize';
import { randomText } from '../accounts/secrets.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { groupByWebsite } from '../db/grouped.ts';
import type { NoteRow, Notes } from '../db/models/note.ts';
import { type Database, reachable } from '../db/open.ts';
import { AppError, notFound } from '../errors.ts';
import { lockWebsite, mayWrite, writableWebsite } from './access.ts';

/** A kind of notes that an account keeps about its websites: its table, and how many of it a website may have. */
export interface NoteKind<Row extends NoteRow> {
  readonly table: (database: Database) => Notes<Row>;
  readonly most: number;
}

/** The columns that a kind of notes has beside those that all have. */
type Columns<Row extends NoteRow> = Omit<Row, keyof NoteRow>;

const ID_LENGTH = 12;

/** The notes of each of these websites, in the order of `ids`, the oldest first; `where` leaves some out. */
export async function notesOf<Row extends NoteRow>(
  database: Database,
  kind: NoteKind<Row>,
  ids: readonly number[],
  where: WhereOptions<Row> = {},
): Promise<(readonly Row[])[]> {
  const rows = await reachable(database, () =>
    tableOf(database, kind)
      .scope('oldestFirst')
      .findAll({ where: { ...where, websiteId: ids }, raw: true }),
  );
  return groupByWebsite(ids, rows as unknown as Row[]);
}

/** Adds a note to a website of the viewer. Throws NOT_FOUND, and BAD_USER_INPUT for one too many. */
export async function addNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  website: string | number,
  columns: Columns<Row>,
  now: number,
): Promise<Row> {
  const { id: websiteId } = await writableWebsite(database, viewer, { id: website });
  const table = tableOf(database, kind);
  return reachable(database, () =>
    database.transaction(async transaction => {
      await lockWebsite(database, websiteId, transaction);
      const of = { where: { websiteId }, transaction };
      const there = await table.count(of);
      if (there >= kind.most) {
        const text = `The website has ${there} of these already, which is as many as it may have; delete one first.`;
        throw new AppError('BAD_USER_INPUT', text);
      }
      // Two of one moment would have no order.
      const latest = (await table.max<number | null, InstanceType<typeof table>>('createdAt', of)) ?? 0;
      const row = { ...columns, websiteId, id: randomText(ID_LENGTH), createdAt: Math.max(now, latest + 1) };
      await table.create(row, { transaction });
      return row as unknown as Row;
    }),
  );
}

/** Changes a note of a website of the viewer and returns it. Throws NOT_FOUND. */
export async function changeNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
  columns: Columns<Row>,
): Promise<Row> {
  const { websiteId, createdAt } = await writableNote(database, viewer, kind, id);
  const where = { websiteId, id };
  const [changed] = await reachable(database, () => tableOf(database, kind).update(columns, { where }));
  // MariaDB counts only rows that become another.
  if (changed === 0 && (await reachable(database, () => tableOf(database, kind).count({ where }))) === 0)
    throw notFound();
  return { ...columns, websiteId, id, createdAt } as unknown as Row;
}

/** Removes a note of a website of the viewer. Throws NOT_FOUND. */
export async function removeNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
): Promise<void> {
  const { websiteId } = await writableNote(database, viewer, kind, id);
  const removed = await reachable(database, () => tableOf(database, kind).destroy({ where: { websiteId, id } }));
  if (removed === 0) throw notFound();
}

/** The note, once the gate of its website has let the viewer pass. */
async function writableNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
): Promise<NoteRow> {
  mayWrite(viewer);
  if (!/^[0-9A-Za-z]{1,24}$/.test(id)) throw notFound();
  const row = await reachable(database, () => tableOf(database, kind).findOne({ where: { id }, raw: true }));
  if (!row) throw notFound();
  await writableWebsite(database, viewer, { id: row.websiteId });
  return row;
}

/** The table by the columns that all kinds have: Sequelize's types cannot follow a kind that is a parameter. */
function tableOf<Row extends NoteRow>(database: Database, { table }: NoteKind<Row>): Notes<NoteRow> {
  return table(database) as unknown as Notes<NoteRow>;
}
