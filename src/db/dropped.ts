import type { Dialect } from './dialect.ts';
import { int } from './sql.ts';

/** The number of hits of one day that were intentionally not counted for one reason. */
export interface DroppedRow {
  readonly websiteId: number;
  readonly day: number;
  readonly reason: string;
  readonly hits: number;
}

/**
 * Returns the ledgers of websites between two days (since 1970-01-01), inclusive: per website with the latest day
 * first, then by reason.
 */
export function readDropped(
  dialect: Dialect,
  websites: readonly number[],
  from: number,
  to: number,
): Promise<DroppedRow[]> {
  return dialect.all<DroppedRow>(
    `SELECT website_id AS websiteId, day, reason, hits FROM dropped WHERE ${dialect.among('website_id', websites)} AND day BETWEEN ${int(from)} AND ${int(to)} ORDER BY website_id, day DESC, reason`,
  );
}
