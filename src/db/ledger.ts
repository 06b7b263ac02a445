import type { Dialect, Executor } from './dialect.ts';
import { int } from './sql.ts';

/** The number of hits of one day that were intentionally not counted for one reason. */
export interface DroppedRow {
  readonly websiteId: number;
  readonly day: number;
  readonly reason: string;
  readonly hits: number;
}

/** Returns the dropped hits of a range of days, inclusive: per website, the latest day first, then by reason. */
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

/** Returns how many hits could not be stored, and when (milliseconds since 1970, UTC) and why the last could not. */
export async function readBadHits(executor: Executor): Promise<{ hits: number; at: number; reason: string }> {
  const [counted] = await executor.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM bad_hit');
  const [last] = await executor.all<{ at: number; reason: string }>(
    'SELECT seen_at AS at, reason FROM bad_hit ORDER BY id DESC LIMIT 1',
  );
  return { hits: counted?.hits ?? 0, at: last?.at ?? 0, reason: last?.reason ?? '' };
}
