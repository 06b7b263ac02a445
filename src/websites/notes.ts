import type { Transaction, WhereOptions } from 'sequelize';
import { randomText } from '../accounts/secrets.ts';
import { mayWrite, type Viewer } from '../accounts/viewer.ts';
import { groupByWebsite } from '../db/by-website.ts';
import type { ModelOf, NoteRow } from '../db/models/columns.ts';
import { type Database, reachable } from '../db/open.ts';
import { quote } from '../domain/text.ts';
import { AppError, badInput, notFound } from '../errors.ts';
import { lockWebsite, writableWebsite } from './access.ts';
import { addAudit } from './audit.ts';

/**
 * A kind of note that an account keeps about its websites: its table, and how many notes a website may have, counting
 * those that match `counted`. `plural` names them in errors, `one` in the audit log. Notes that are `chosenByName` have
 * different names on a website.
 */
export interface NoteKind<Row extends NoteRow> {
  readonly table: (database: Database) => ModelOf<Row>;
  readonly one: string;
  readonly plural: string;
  readonly most: number;
  readonly counted?: WhereOptions<Row>;
  readonly chosenByName?: boolean;
}

/** The columns of a kind of note beyond those that all kinds have. */
type Columns<Row extends NoteRow> = Omit<Row, keyof NoteRow>;

const ID_LENGTH = 12;

/** Returns the notes of each of these websites that match `where`, in the order of `ids`, the oldest first. */
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

/** Adds a note to one of the viewer's websites. Throws NOT_FOUND, and BAD_USER_INPUT beyond the limit or for a taken name. */
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
      const there = await table.count({ ...of, where: { websiteId, ...kind.counted } });
      if (there >= kind.most) {
        const text = `The website already has ${there} ${kind.plural}, which is the maximum; delete one first.`;
        throw new AppError('BAD_USER_INPUT', text);
      }
      if (kind.chosenByName && 'name' in columns) {
        const named = await table.findAll({ ...of, attributes: ['name'], raw: true });
        // Databases differ in which letters they hold to be the same.
        if (named.some(row => 'name' in row && row.name === columns.name)) throw nameTaken(kind, String(columns.name));
      }
      // Two notes with the same time would have no order.
      const latest = (await table.max<number | null, InstanceType<typeof table>>('createdAt', of)) ?? 0;
      const row = { ...columns, websiteId, id: randomText(ID_LENGTH), createdAt: Math.max(now, latest + 1) };
      await table.create(row, { transaction });
      await addAudit(
        database,
        viewer,
        { websiteId, action: 'create', details: called(kind, row), at: now },
        transaction,
      );
      return row as unknown as Row;
    }),
  );
}

function nameTaken<Row extends NoteRow>({ one }: NoteKind<Row>, name: string): AppError {
  return badInput({ name: [`The website already has a ${one} with the name ${quote(name)}; use another name.`] });
}

/** Changes a note of one of the viewer's websites and returns it. Throws NOT_FOUND. */
export async function changeNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
  columns: Columns<Row>,
  now: number,
): Promise<Row> {
  const { websiteId, createdAt } = await writableNote(database, viewer, kind, id);
  const table = tableOf(database, kind);
  await reachable(database, () =>
    database.transaction(async transaction => {
      const of = { where: { websiteId, id }, transaction };
      const [changed] = await table.update(columns, of);
      // MariaDB counts only rows whose values change.
      if (changed === 0 && (await table.count(of)) === 0) throw notFound();
      const details = called(kind, columns);
      await addAudit(database, viewer, { websiteId, action: 'change', details, at: now }, transaction);
    }),
  );
  return { ...columns, websiteId, id, createdAt } as unknown as Row;
}

/** Removes a note of one of the viewer's websites. Throws NOT_FOUND. */
export async function removeNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
  now: number,
): Promise<void> {
  const row = await writableNote(database, viewer, kind, id);
  const { websiteId } = row;
  await reachable(database, () =>
    database.transaction(async transaction => {
      const removed = await tableOf(database, kind).destroy({ where: { websiteId, id }, transaction });
      if (removed === 0) throw notFound();
      await noteDeletion(database, viewer, kind, row, now, transaction);
    }),
  );
}

/** Adds the deletion of a note to the audit log. */
export function noteDeletion<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  row: Row,
  now: number,
  transaction: Transaction,
): Promise<void> {
  const entry = { websiteId: row.websiteId, action: 'delete', details: called(kind, row), at: now } as const;
  return addAudit(database, viewer, entry, transaction);
}

function called<Row extends NoteRow>({ one }: NoteKind<Row>, row: object): string {
  return 'name' in row ? `${one} ${quote(String(row.name))}` : one;
}

/** Returns the note after checking that the viewer may change its website. Throws NOT_FOUND. */
export async function writableNote<Row extends NoteRow>(
  database: Database,
  viewer: Viewer | null,
  kind: NoteKind<Row>,
  id: string,
): Promise<Row> {
  mayWrite(viewer);
  if (!/^[0-9A-Za-z]{1,24}$/.test(id)) throw notFound();
  const row = await reachable(database, () => tableOf(database, kind).findOne({ where: { id }, raw: true }));
  if (!row) throw notFound();
  await writableWebsite(database, viewer, { id: row.websiteId });
  return row as unknown as Row;
}

/**
 * Returns the table typed by the columns that all kinds have: Sequelize's types cannot follow a kind that is a
 * parameter.
 */
function tableOf<Row extends NoteRow>(database: Database, { table }: NoteKind<Row>): ModelOf<NoteRow> {
  return table(database) as unknown as ModelOf<NoteRow>;
}
