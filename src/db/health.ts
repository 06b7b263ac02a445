import type { Executor } from './dialect.ts';

/**
 * Returns how many hits were set aside because they could not be stored, and when (milliseconds since 1970, UTC) and
 * why the last one was.
 */
export async function readBadHits(executor: Executor): Promise<{ hits: number; at: number; reason: string }> {
  const [counted] = await executor.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM bad_hit');
  const [last] = await executor.all<{ at: number; reason: string }>(
    'SELECT seen_at AS at, reason FROM bad_hit ORDER BY id DESC LIMIT 1',
  );
  return { hits: counted?.hits ?? 0, at: last?.at ?? 0, reason: last?.reason ?? '' };
}

/** Returns, by website id, the latest day (since 1970-01-01) with hits; a website without hits is missing. */
export async function readLatestDays(executor: Executor): Promise<ReadonlyMap<number, number>> {
  const rows = await executor.all<{ id: number; day: number }>(
    'SELECT website_id AS id, open_day AS day FROM website_fold',
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}
