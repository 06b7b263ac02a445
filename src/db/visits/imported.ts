import type { Dialect, Executor } from '../dialect.ts';
import { blob, int } from '../sql.ts';

/** The tables with the hits and the visits of imports, in the order in which rows of them are removed. */
export const TABLES_OF_HITS = ['hit', 'visit'] as const;
const KEYS = {
  hit: ['website_id', 'day', 'visitor', 'id'],
  visit: ['website_id', 'day', 'visitor', 'no'],
} as const;

/** Removes up to `most` rows of an import on one day; `isAll` is true when it has no more. */
export async function removeOfImport(
  tx: Executor,
  dialect: Dialect,
  table: (typeof TABLES_OF_HITS)[number],
  { website, importId, day }: { readonly website: number; readonly importId: number; readonly day: number },
  most: number,
): Promise<{ readonly rows: number; readonly isAll: boolean }> {
  const ofDay = `website_id = ${int(website)} AND day = ${int(day)}`;
  const ofImport = `${ofDay} AND import_id = ${int(importId)}`;
  if (!dialect.limitsDeletes) {
    const [beyond] = await tx.all<{ visitor: Buffer }>(
      `SELECT visitor FROM ${table} WHERE ${ofDay} ORDER BY visitor LIMIT 1 OFFSET ${int(most)}`,
    );
    if (!beyond) return { rows: await tx.run(`DELETE FROM ${table} WHERE ${ofImport}`), isAll: true };
    const before = blob(beyond.visitor.toString('hex'));
    const rows = await tx.run(`DELETE FROM ${table} WHERE ${ofImport} AND visitor < ${before}`);
    if (rows > 0) return { rows, isAll: false };
    // One visitor has more, or those before are not of the import.
  }
  const rows = await tx.run(dialect.deleteSome(table, KEYS[table], ofImport, most));
  return { rows, isAll: rows < most };
}
