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

/** Rows that are read at once, each with the hashes of a batch and day. */
const READ = 256;

/** Yields the hashes of the rows that these imports have counted. */
export async function* readRowHashes(
  executor: Executor,
  website: number,
  imports: readonly number[],
): AsyncGenerator<Buffer> {
  for (const id of imports) {
    const ofImport = `website_id = ${int(website)} AND import_id = ${int(id)}`;
    for (let after = ''; ; ) {
      const rows = await executor.all<{ day: number; batch: number; body: Buffer }>(
        `SELECT day, batch, body FROM import_row WHERE ${ofImport}${after} ORDER BY day, batch LIMIT ${READ}`,
      );
      for (const { body } of rows) yield body;
      const last = rows.at(-1);
      if (!last || rows.length < READ) break;
      const day = int(last.day);
      after = ` AND (day > ${day} OR (day = ${day} AND batch > ${int(last.batch)}))`;
    }
  }
}

/** Removes up to `step` rows of the hashes of an import; returns how many. */
export function removeRowHashes(dialect: Dialect, website: number, importId: number, step: number): Promise<number> {
  const where = `website_id = ${int(website)} AND import_id = ${int(importId)}`;
  return dialect.run(dialect.deleteSome('import_row', ['website_id', 'import_id', 'day', 'batch'], where, step));
}
