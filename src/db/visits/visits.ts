import type { Executor } from '../dialect.ts';
import { blob, chunks, int } from '../sql.ts';

/**
 * A stored visit: times in milliseconds since 1970 (UTC), `visitor` as 16 hex digits, and the value ids of the
 * requested columns.
 */
export interface VisitRow extends Record<string, number | string> {
  visitor: string;
  no: number;
  first_at: number;
  last_at: number;
  pageviews: number;
  events: number;
  seconds: number;
  engaged: number;
  hour: number;
  exit_page: number;
}

/** Returns all visits of these visitors (16 hex digits each) on one day (since 1970-01-01), ordered by visit number. */
export async function readVisits(
  tx: Executor,
  website: number,
  day: number,
  visitors: readonly string[],
  columns: readonly string[],
): Promise<VisitRow[]> {
  const found: VisitRow[] = [];
  for (const some of chunks(visitors, 1_000)) {
    const rows = await tx.all<Omit<VisitRow, 'visitor'> & { visitor: Buffer }>(
      `SELECT visitor, no, first_at, last_at, pageviews, events, seconds, engaged, hour, exit_page, ${columns.join(', ')} FROM visit` +
        ` WHERE website_id = ${int(website)} AND day = ${int(day)} AND visitor IN (${some.map(blob).join(',')}) ORDER BY no`,
    );
    for (const row of rows) found.push({ ...row, visitor: row.visitor.toString('hex') } as VisitRow);
  }
  return found;
}
