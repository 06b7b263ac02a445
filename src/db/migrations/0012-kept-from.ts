import type { Dialect } from '../dialect.ts';
import { foldedWebsites } from '../rollups/fold-state.ts';
import { int } from '../sql.ts';
import { addColumn } from './add-column.ts';

/**
 * Adds the first day (since 1970-01-01) from which all hits of a website are stored. For existing websites it is derived
 * from the tables: where the first stored hit is later than the first counted day, earlier hits were removed, perhaps
 * also some of that hit's own day.
 */
export async function up(dialect: Dialect): Promise<void> {
  await addColumn(dialect, 'website_fold', 'kept_from', `${dialect.types.integer} NOT NULL DEFAULT 0`);
  for (const website of await foldedWebsites(dialect)) {
    const [stored] = await dialect.all<{ first: number | null }>(
      `SELECT MIN(day) AS first FROM hit WHERE website_id = ${int(website)}`,
    );
    const [counted] = await dialect.all<{ first: number | null; last: number | null }>(
      `SELECT MIN(day) AS first, MAX(day) AS last FROM rollup_day WHERE website_id = ${int(website)} AND name = 1`,
    );
    if (counted?.first == null || counted.last == null) continue;
    const first = stored?.first ?? counted.last;
    if (stored?.first === counted.first) continue;
    await dialect.run('UPDATE website_fold SET kept_from = ? WHERE website_id = ? AND kept_from < ?', [
      first + 1,
      website,
      first + 1,
    ]);
  }
}
