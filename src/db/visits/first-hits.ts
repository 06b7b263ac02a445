import type { Dialect } from '../dialect.ts';

/**
 * Returns, by website id, the first day (since 1970-01-01) on which anything was counted; a website without hits is
 * missing.
 */
export async function readFirstDays(dialect: Dialect, websites: readonly number[]): Promise<Map<number, number>> {
  const rows = await dialect.all<{ website: number; day: number | null }>(
    `SELECT f.website_id AS website, (SELECT r.day FROM rollup_day r WHERE r.website_id = f.website_id AND r.name = 1 ORDER BY r.day LIMIT 1) AS day FROM website_fold f WHERE ${dialect.among('f.website_id', websites)}`,
  );
  return new Map(rows.flatMap(({ website, day }) => (day === null ? [] : [[website, day]])));
}

/**
 * Returns, by website id, the time (milliseconds since 1970, UTC) of the first stored hit of a day; a website without
 * stored hits on it is missing.
 */
export async function readFirstTimes(
  dialect: Dialect,
  days: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  if (days.size === 0) return new Map();
  const rows = await dialect.all<{ website: number; at: number | null }>(
    `SELECT p.a AS website, (SELECT MIN(h.at) FROM hit h WHERE h.website_id = p.a AND h.day = p.b) AS at FROM (${dialect.pairs}) p`,
    [JSON.stringify([...days])],
  );
  return new Map(rows.flatMap(({ website, at }) => (at === null ? [] : [[website, at]])));
}
