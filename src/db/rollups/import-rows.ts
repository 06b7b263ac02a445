import type { Dialect, Executor } from '../dialect.ts';
import { blob, insertRows, int } from '../sql.ts';

/** Stores the hashes of the rows that a batch of an import has counted, by day. */
export async function saveRowHashes(
  tx: Executor,
  website: number,
  importId: number,
  batch: number,
  days: ReadonlyMap<number, Buffer>,
): Promise<void> {
  await insertRows(tx, {
    table: 'import_row',
    columns: ['website_id', 'import_id', 'day', 'batch', 'body'],
    rows: [...days]
      .sort(([a], [b]) => a - b)
      .map(([day, body]) => [website, importId, day, batch, blob(body.toString('hex'))]),
  });
}

/** Returns the hashes of the rows that these imports have counted. */
export async function readRowHashes(
  executor: Executor,
  website: number,
  imports: readonly number[],
): Promise<Buffer[]> {
  if (imports.length === 0) return [];
  const rows = await executor.all<{ body: Buffer }>(
    `SELECT body FROM import_row WHERE website_id = ${int(website)} AND import_id IN (${imports.map(int).join(',')})`,
  );
  return rows.map(({ body }) => body);
}

/** Removes up to `step` rows of the hashes of an import; returns how many. */
export function removeRowHashes(dialect: Dialect, website: number, importId: number, step: number): Promise<number> {
  const where = `website_id = ${int(website)} AND import_id = ${int(importId)}`;
  return dialect.run(dialect.deleteSome('import_row', ['website_id', 'import_id', 'day', 'batch'], where, step));
}
