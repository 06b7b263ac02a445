import { VISIT_COLUMNS } from '../../counting/visit.ts';
import type { Executor } from '../dialect.ts';
import { blob, int } from '../sql.ts';

/** A stored hit with the value ids of its visit, which are null for a hit without a visit. */
export interface ExportRow extends Record<string, unknown> {
  readonly id: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** 16 hex digits; all zeros for an unidentified visitor. */
  readonly visitor: string;
  readonly visit_no: number;
  readonly page: number;
  readonly event: number | null;
  readonly amount: string | null;
  readonly unit: number | null;
}

/** Returns the days of a range (since 1970-01-01, inclusive) with hits of the website, in ascending order. */
export async function readHitDays(executor: Executor, website: number, from: number, to: number): Promise<number[]> {
  const rows = await executor.all<{ day: number }>(
    `SELECT DISTINCT day FROM hit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

/**
 * Returns the next hits of a day after the given one, ordered by visitor and id, or the first ones when `after` is
 * null.
 */
export async function readHitsOfDay(
  executor: Executor,
  { website, day }: { website: number; day: number },
  after: { readonly visitor: string; readonly id: number } | null,
  limit: number,
): Promise<ExportRow[]> {
  const beyond = after
    ? ` AND (h.visitor > ${blob(after.visitor)} OR (h.visitor = ${blob(after.visitor)} AND h.id > ${int(after.id)}))`
    : '';
  const rows = await executor.all<Omit<ExportRow, 'visitor'> & { visitor: Buffer }>(
    `SELECT h.id, h.at, h.visitor, h.visit_no, h.page, h.event, h.amount, h.unit, ${VISIT_COLUMNS.map(({ column }) => `v.${column}`).join(', ')}` +
      ' FROM hit h LEFT JOIN visit v ON v.website_id = h.website_id AND v.day = h.day AND v.visitor = h.visitor AND v.no = h.visit_no' +
      ` WHERE h.website_id = ${int(website)} AND h.day = ${int(day)}${beyond} ORDER BY h.visitor, h.id LIMIT ${int(limit)}`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }) as ExportRow);
}
