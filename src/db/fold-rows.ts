import type { Dialect, Executor, Param } from './dialect.ts';

/** Where a website's fold stands. `version` grows with every fold, `closedVersion` with every one that touched a day before `openDay`. */
export interface FoldState {
  readonly version: number;
  readonly closedVersion: number;
  readonly openDay: number;
  readonly nextValue: number;
  readonly nextHit: number;
}

/** Locks the website for the rest of the transaction and answers where it stands; the row is made on the first fold. */
export async function lockFold(tx: Executor, dialect: Dialect, website: number): Promise<FoldState> {
  const select = `SELECT version, closed_version AS closedVersion, open_day AS openDay, next_value AS nextValue, next_hit AS nextHit FROM website_fold WHERE website_id = ?${dialect.forUpdate}`;
  const [state] = await tx.all<FoldState>(select, [website]);
  if (state) return state;
  await tx.run(
    `INSERT INTO website_fold (website_id, version, closed_version, open_day, next_value, next_hit) VALUES (?, 0, 0, 0, 1, 1)${dialect.onConflict(['website_id'], [])}`,
    [website],
  );
  const [made] = await tx.all<FoldState>(select, [website]);
  if (!made) throw new Error(`The fold row of website ${website} could not be made.`);
  return made;
}

/** Writes the new state if nobody else folded meanwhile; false means the transaction must be rolled back and tried again. */
export async function advanceFold(
  tx: Executor,
  website: number,
  from: FoldState,
  to: Omit<FoldState, 'version'>,
): Promise<boolean> {
  const changed = await tx.run(
    'UPDATE website_fold SET version = ?, closed_version = ?, open_day = ?, next_value = ?, next_hit = ? WHERE website_id = ? AND version = ?',
    [from.version + 1, to.closedVersion, to.openDay, to.nextValue, to.nextHit, website, from.version],
  );
  return changed === 1;
}

/** Number of the last hit of that spool which is folded for the website; 0 when none is. */
export async function readCheckpoint(tx: Executor, website: number, spool: string): Promise<number> {
  const [row] = await tx.all<{ position: number }>(
    'SELECT position FROM checkpoint WHERE website_id = ? AND spool = ?',
    [website, spool],
  );
  return row?.position ?? 0;
}

export async function writeCheckpoint(
  tx: Executor,
  dialect: Dialect,
  website: number,
  spool: string,
  position: number,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO checkpoint (website_id, spool, position, updated_at) VALUES (?, ?, ?, ?)${dialect.onConflict(['website_id', 'spool'], [], ['position', 'updated_at'])}`,
    [website, spool, position, now],
  );
}

/** Forgets the checkpoints of a spool whose file is gone. */
export async function dropCheckpoints(executor: Executor, spool: string): Promise<void> {
  await executor.run('DELETE FROM checkpoint WHERE spool = ?', [spool]);
}

/** Ids of the texts with these hashes (32 hex digits each), as far as the website has them. */
export async function findValueIds(
  tx: Executor,
  website: number,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const some of chunks(hashes, 1_000)) {
    const rows = await tx.all<{ hash: Buffer; id: number }>(
      `SELECT hash, id FROM stat_value WHERE website_id = ${int(website)} AND hash IN (${some.map(blob).join(',')})`,
    );
    for (const { hash, id } of rows) found.set(hash.toString('hex'), id);
  }
  return found;
}

/** Client ids (32 hex digits) out of `hashes` that the website has seen within the last 48 hours. */
export async function findHitIds(tx: Executor, website: number, hashes: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const some of chunks(hashes, 1_000)) {
    const rows = await tx.all<{ id_hash: Buffer }>(
      `SELECT id_hash FROM hit_id WHERE website_id = ${int(website)} AND id_hash IN (${some.map(blob).join(',')})`,
    );
    for (const { id_hash } of rows) seen.add(id_hash.toString('hex'));
  }
  return seen;
}

/** Rows of one table as SQL literals: numbers, `blob()` and NULL are written into the statement, texts go through `?`. */
export interface Rows {
  readonly table: string;
  readonly columns: readonly string[];
  /** What follows the values: the dialect's `onConflict`, or nothing. */
  readonly after?: string;
  readonly rows: readonly (readonly (string | number | Text)[])[];
}

/** A text to be bound; everything else in a row is a literal that this file made. */
export class Text {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Inserts all rows, a thousand a statement. Numbers must be whole and safe, anything else throws before it reaches SQL. */
export async function insertRows(tx: Executor, { table, columns, after = '', rows }: Rows): Promise<void> {
  for (const some of chunks(rows, 1_000)) {
    const params: Param[] = [];
    const values = some.map(row => `(${row.map(cell => literal(cell, params)).join(',')})`);
    await tx.run(`INSERT INTO ${table} (${columns.join(',')}) VALUES ${values.join(',')}${after}`, params);
  }
}

function literal(cell: string | number | Text, params: Param[]): string {
  if (typeof cell === 'number') return int(cell);
  if (typeof cell === 'string') return cell;
  params.push(cell.text);
  return '?';
}

/** A sum of a rollup as a cell: a zero is NULL, which takes no room. */
export function sumCell(sum: number): string | number {
  return sum === 0 ? 'NULL' : sum;
}

/** A whole number as SQL text. */
export function int(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number that a column could hold.`);
  return String(value);
}

/** Hex digits as a binary literal, the same on both engines. */
export function blob(hex: string): string {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw new RangeError('A binary value must be given in lower-case hex digits.');
  return `x'${hex}'`;
}

export function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** False for a website that was deleted while its hits were on their way. */
export async function isRegistered(tx: Executor, website: number): Promise<boolean> {
  return (await tx.all('SELECT id FROM website WHERE id = ?', [website])).length > 0;
}

/** The websites that have been folded at least once, in order of their id. */
export async function foldedWebsites(executor: Executor): Promise<number[]> {
  const rows = await executor.all<{ id: number }>('SELECT website_id AS id FROM website_fold ORDER BY website_id');
  return rows.map(({ id }) => id);
}
