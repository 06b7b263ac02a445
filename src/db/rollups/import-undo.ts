import type { Executor } from '../dialect.ts';
import { blob, insertRows, int } from '../sql.ts';

/** Stores what a batch of an import added. */
export async function writeUndo(
  tx: Executor,
  website: number,
  importId: number,
  batch: number,
  body: Buffer,
): Promise<void> {
  await insertRows(tx, {
    table: 'import_undo',
    columns: ['website_id', 'import_id', 'batch', 'body'],
    rows: [[website, importId, batch, blob(body.toString('hex'))]],
  });
}

/** Returns what the latest batches of an import added, the latest first. */
export function readUndos(
  executor: Executor,
  website: number,
  importId: number,
  most: number,
): Promise<{ readonly no: number; readonly body: Buffer }[]> {
  return executor.all(
    `SELECT batch AS no, body FROM import_undo WHERE website_id = ${int(website)} AND import_id = ${int(importId)} ORDER BY batch DESC LIMIT ${int(most)}`,
  );
}

/** Returns what the latest batch of an import added, or the one before a batch; null when there is none. */
export async function readUndo(
  executor: Executor,
  website: number,
  importId: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly no: number; readonly body: Buffer } | null> {
  const [row] = await executor.all<{ no: number; body: Buffer }>(
    `SELECT batch AS no, body FROM import_undo WHERE website_id = ${int(website)} AND import_id = ${int(importId)} AND batch < ${int(before)} ORDER BY batch DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Forgets the batches of an import from a number on. */
export async function removeUndo(tx: Executor, website: number, importId: number, from: number): Promise<void> {
  await tx.run(
    `DELETE FROM import_undo WHERE website_id = ${int(website)} AND import_id = ${int(importId)} AND batch >= ${int(from)}`,
  );
}
