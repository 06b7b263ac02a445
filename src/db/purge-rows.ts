import type { Dialect, Executor, Param } from './dialect.ts';
import { blob, int } from './fold-rows.ts';

/** The tables that RETENTION_DAYS empties, with their primary keys. */
export const KEPT_TABLES = {
  hit: ['website_id', 'day', 'visitor', 'id'],
  visit: ['website_id', 'day', 'visitor', 'no'],
} as const;

/** The first day from `from` on and before `before` that has rows of the website; null when none has. */
export async function firstDayOf(
  executor: Executor,
  table: keyof typeof KEPT_TABLES,
  website: number,
  from: number,
  before: number,
): Promise<number | null> {
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM ${table} WHERE website_id = ? AND day >= ? AND day < ?`,
    [website, from, before],
  );
  return row?.day ?? null;
}

/**
 * Removes at most `step` of the rows that match, as a transaction of its own; answers how many. Where an engine does not tell,
 * as Spider does not, the answer is 0 once nothing is left and `step` before.
 */
export async function purgeSome(
  dialect: Dialect,
  { table, key }: { readonly table: string; readonly key: readonly string[] },
  where: string,
  params: readonly Param[],
  step: number,
): Promise<number> {
  const purged = await dialect.run(dialect.deleteSome(table, key, where, step), params);
  if (purged > 0) return purged;
  const left = await dialect.all(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, params);
  return left.length === 0 ? 0 : step;
}

/** Removes at most `step` rows of a day; answers how many. */
export function purgeDay(
  dialect: Dialect,
  table: keyof typeof KEPT_TABLES,
  website: number,
  day: number,
  step: number,
): Promise<number> {
  return purgeSome(dialect, { table, key: KEPT_TABLES[table] }, 'website_id = ? AND day = ?', [website, day], step);
}

/** The days that have a salt: hits of such a day can still belong to a visit of it. */
export async function saltedDays(executor: Executor): Promise<Set<number>> {
  const rows = await executor.all<{ day: number }>('SELECT day FROM salt');
  return new Set(rows.map(({ day }) => day));
}

/**
 * Looks at the next `step` client ids of a website in order of their hashes and removes those last seen on or before a day (UTC).
 * Answers how many, and the hash to go on from; null when there are no more.
 */
export async function purgeHitIds(
  dialect: Dialect,
  website: number,
  after: Buffer,
  { lastDay, step }: { lastDay: number; step: number },
): Promise<{ purged: number; next: Buffer | null }> {
  const rows = await dialect.all<{ id_hash: Buffer; seen_day: number }>(
    'SELECT id_hash, seen_day FROM hit_id WHERE website_id = ? AND id_hash > ? ORDER BY id_hash LIMIT ?',
    [website, after, step],
  );
  const old = rows.filter(row => row.seen_day <= lastDay).map(row => blob(row.id_hash.toString('hex')));
  const purged =
    old.length === 0
      ? 0
      : await dialect.run(`DELETE FROM hit_id WHERE website_id = ${int(website)} AND id_hash IN (${old.join(',')})`);
  return { purged, next: rows.length < step ? null : (rows.at(-1)?.id_hash ?? null) };
}

const OLD = {
  session: { key: ['id'], where: 'expires_at <= ?' },
  bad_hit: { key: ['id'], where: 'seen_at <= ?' },
  report: { key: ['website_id', 'recipient_id', 'frequency', 'day'], where: 'changed_at <= ?' },
  alert_delivery: { key: ['id'], where: 'changed_at <= ?' },
  job_run: { key: ['id'], where: 'started_at <= ?' },
} as const;

/** Removes at most `step` rows of a small table whose time (milliseconds, UTC) has come; answers how many. */
export function purgeOld(dialect: Dialect, table: keyof typeof OLD, until: number, step: number): Promise<number> {
  const { key, where } = OLD[table];
  return purgeSome(dialect, { table, key }, where, [until], step);
}
