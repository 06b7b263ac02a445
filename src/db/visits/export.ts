import { DIMENSIONS } from '../../domain/statistics.ts';
import type { Executor } from '../dialect.ts';
import { blob, int } from '../sql.ts';

/** Columns of a visit that have a value of the dictionary, by the names of their statistics. */
export const VISIT_VALUES: readonly { readonly name: string; readonly column: string }[] = DIMENSIONS.flatMap(
  ({ name, scope, column }) => (column && (scope === 'visit' || scope === 'visitor') ? [{ name, column }] : []),
);

/** A stored hit, and the value ids of its visit; those are null for a hit that belongs to none. */
export interface ExportRow extends Record<string, unknown> {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 16 hex digits; only zeros when nobody was identified. */
  readonly visitor: string;
  readonly visit_no: number;
  readonly page: number;
  readonly event: number | null;
  readonly amount: string | null;
  readonly unit: number | null;
}

/** The days of a range that have hits of the website, in order. */
export async function readHitDays(executor: Executor, website: number, from: number, to: number): Promise<number[]> {
  const rows = await executor.all<{ day: number }>(
    `SELECT DISTINCT day FROM hit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

/** The next hits of a day after one of them, in the order of their visitors and ids; without `after` from the first on. */
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
    `SELECT h.id, h.at, h.visitor, h.visit_no, h.page, h.event, h.amount, h.unit, ${VISIT_VALUES.map(({ column }) => `v.${column}`).join(', ')}` +
      ' FROM hit h LEFT JOIN visit v ON v.website_id = h.website_id AND v.day = h.day AND v.visitor = h.visitor AND v.no = h.visit_no' +
      ` WHERE h.website_id = ${int(website)} AND h.day = ${int(day)}${beyond} ORDER BY h.visitor, h.id LIMIT ${int(limit)}`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }) as ExportRow);
}
