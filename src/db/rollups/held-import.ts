import type { Dialect, Executor } from '../dialect.ts';
import type { ImportRow } from '../models/import.ts';
import { int } from '../sql.ts';

/** What a transaction changes about an import; numbers are the new ones. */
export type HeldChange = Readonly<Partial<Pick<ImportRow, 'position' | 'batches' | 'state'>>>;

/**
 * Changes an import in the transaction of a step, if it is still held, and as far as it was when the step began. Returns
 * 0 if it is not.
 */
export function changeHeld(
  tx: Executor,
  { id, state, position }: Pick<ImportRow, 'id' | 'state' | 'position'>,
  holder: string,
  change: HeldChange,
): Promise<number> {
  const names = Object.keys(change) as (keyof HeldChange)[];
  // Without a change, an engine would not say that the row is there.
  const cells = [...names.map(name => `${name} = ?`), 'held_until = held_until + 1'];
  return tx.run(
    `UPDATE import SET ${cells.join(', ')} WHERE id = ${int(id)} AND holder = ? AND state = ? AND position = ${int(position)}`,
    [...names.map(name => change[name] as string | number), holder, state],
  );
}

/** Returns whether another import of the website is between reading and its end, in any process. */
export async function isAnotherAtWork(
  tx: Executor,
  dialect: Dialect,
  { id, websiteId }: Pick<ImportRow, 'id' | 'websiteId'>,
  now: number,
): Promise<boolean> {
  const others = await tx.all(
    `SELECT id FROM import WHERE website_id = ${int(websiteId)} AND id <> ${int(id)} AND dry_run = 0 AND (state IN ('running', 'checking') OR (state = 'reading' AND held_until > ${int(now)})) ${dialect.forUpdate}`,
  );
  return others.length > 0;
}

/** Returns whether hits of an import of the website are being counted or taken out, in any process. */
export async function isImportAtWork(tx: Executor, website: number): Promise<boolean> {
  const rows = await tx.all(
    `SELECT id FROM import WHERE website_id = ${int(website)} AND dry_run = 0 AND kind = 'hits' AND state IN ('running', 'checking', 'undoing') LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Returns the last day (since 1970-01-01) whose sums no import at work can still change; Infinity if there is none. Batches
 * are counted in the order of their days, and only the last of them can go on in the next one. An undo takes the sums
 * out before it removes the hits.
 */
export async function lastSettledDay(tx: Executor, website: number): Promise<number> {
  const ofImport = 'r.website_id = i.website_id AND r.import_id = i.id';
  const rows = await tx.all<{ state: string; day: number | null; sums: number }>(
    `SELECT i.state AS state, (SELECT MAX(r.day) FROM import_row r WHERE ${ofImport}) AS day, EXISTS (SELECT 1 FROM import_undo r WHERE ${ofImport}) AS sums FROM import i WHERE i.website_id = ${int(website)} AND i.dry_run = 0 AND i.kind = 'hits' AND i.state IN ('running', 'checking', 'undoing')`,
  );
  const days = rows.map(({ state, day, sums }) => {
    if (state === 'undoing' && Number(sums) === 0) return Infinity;
    return state === 'running' && day !== null ? Number(day) - 1 : -1;
  });
  return Math.min(...days);
}

/** Returns the imports of a website that are being counted or checked. */
export function countingImports(
  tx: Executor,
  dialect: Dialect,
  website: number,
): Promise<Pick<ImportRow, 'id' | 'files' | 'options'>[]> {
  return tx.all(
    `SELECT id, files, options FROM import WHERE website_id = ${int(website)} AND dry_run = 0 AND state IN ('running', 'checking') ${dialect.forUpdate}`,
  );
}

/** Returns true if all of these imports count. */
export async function areDone(tx: Executor, dialect: Dialect, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const done = await tx.all(
    `SELECT id FROM import WHERE id IN (${ids.map(int).join(',')}) AND state = 'done' ${dialect.forUpdate}`,
  );
  return done.length === ids.length;
}

/** Makes an import one that is taken out and that nobody holds, if it is still in its state; otherwise returns 0. */
export function startUndoing(tx: Executor, { id, state }: Pick<ImportRow, 'id' | 'state'>): Promise<number> {
  return tx.run(
    `UPDATE import SET state = 'undoing', finished_at = NULL, error = NULL, holder = NULL, held_until = 0 WHERE id = ${int(id)} AND state = ?`,
    [state],
  );
}
