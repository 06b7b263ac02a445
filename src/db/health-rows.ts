import type { Executor } from './dialect.ts';

/** How many hits were set aside because they could not be stored, and why the last one was; `at` in milliseconds, UTC. */
export async function readBadHits(executor: Executor): Promise<{ hits: number; at: number; reason: string }> {
  const [counted] = await executor.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM bad_hit');
  const [last] = await executor.all<{ at: number; reason: string }>(
    'SELECT seen_at AS at, reason FROM bad_hit ORDER BY id DESC LIMIT 1',
  );
  return { hits: counted?.hits ?? 0, at: last?.at ?? 0, reason: last?.reason ?? '' };
}

/** Every website with the latest day (since 1970-01-01) of its hits, null before the first; times in milliseconds, UTC. */
export function readLatestDays(
  executor: Executor,
): Promise<{ domain: string; createdAt: number; latestDay: number | null }[]> {
  return executor.all(
    'SELECT w.domain AS domain, w.created_at AS createdAt, f.open_day AS latestDay FROM website w LEFT JOIN website_fold f ON f.website_id = w.id ORDER BY w.domain',
  );
}
