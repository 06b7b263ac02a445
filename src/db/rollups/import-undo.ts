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

/**
 * Returns what the latest batches of an import added, the latest first: at most so many, and, unless the latest alone is
 * larger, at most so many bytes.
 */
export async function readUndos(
  executor: Executor,
  website: number,
  importId: number,
  most: { readonly batches: number; readonly bytes: number },
): Promise<{ readonly no: number; readonly body: Buffer }[]> {
  const ofImport = `website_id = ${int(website)} AND import_id = ${int(importId)}`;
  const sizes = await executor.all<{ no: number; bytes: number }>(
    `SELECT batch AS no, LENGTH(body) AS bytes FROM import_undo WHERE ${ofImport} ORDER BY batch DESC LIMIT ${int(most.batches)}`,
  );
  let first = sizes[0]?.no;
  if (first === undefined) return [];
  let sum = 0;
  for (const { no, bytes } of sizes) {
    sum += bytes;
    if (sum > most.bytes) break;
    first = no;
  }
  return executor.all(
    `SELECT batch AS no, body FROM import_undo WHERE ${ofImport} AND batch >= ${int(first)} ORDER BY batch DESC`,
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
