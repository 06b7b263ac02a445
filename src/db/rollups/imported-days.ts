import type { DayRange } from '../../domain/range.ts';
import type { Dialect } from '../dialect.ts';
import { int } from '../sql.ts';
import { numbersOf } from './imported.ts';

/** Returns the first and last day of the sums that imports have added, by website id; a website without any is missing. */
export async function readImportedDays(dialect: Dialect, websites: readonly number[]): Promise<Map<number, DayRange>> {
  const listed = await dialect.all<{ website: number; imports: string }>(
    `SELECT f.website_id AS website, f.imports AS imports FROM website_fold f WHERE ${dialect.among('f.website_id', websites)} AND f.imports IS NOT NULL`,
  );
  const days = new Map<number, DayRange>();
  const ids = listed.flatMap(({ imports }) => numbersOf(imports));
  if (ids.length === 0) return days;
  const rows = await dialect.all<{ website: number; first: number | null; last: number | null }>(
    `SELECT website_id AS website, MIN(first_day) AS first, MAX(last_day) AS last FROM import WHERE id IN (${ids.map(int).join(',')}) GROUP BY website_id`,
  );
  for (const { website, first, last } of rows)
    if (first !== null && last !== null) days.set(website, { from: first, to: last });
  return days;
}
