import { VISIT_COLUMN_NAMES } from '../../counting/visit.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { blob, int, lookUp } from '../sql.ts';

/** A stored hit with the value ids of its visit, which are null for a hit without a visit. */
export interface ExportRow extends Record<string, unknown> {
  readonly id: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** 16 hex digits; all zeros for an unidentified visitor. */
  readonly visitor: string;
  readonly visit_no: number;
  readonly page: number;
  readonly host: number;
  readonly event: number | null;
  readonly amount: string | null;
  readonly unit: number | null;
  /** Value ids as `;key=value;key=value`; null for a hit without properties. */
  readonly props: string | null;
}

/** Returns the days of a range (since 1970-01-01, inclusive) with hits of the website, in ascending order. */
export async function readHitDays(executor: Executor, website: number, from: number, to: number): Promise<number[]> {
  const rows = await executor.all<{ day: number }>(
    `SELECT DISTINCT day FROM hit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

/** Returns the next hits of a day after the given one, or the first for null, ordered by visitor and id. */
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
    `SELECT h.id, h.at, h.visitor, h.visit_no, h.page, h.host, h.event, h.amount, h.unit, h.props, ${VISIT_COLUMN_NAMES.map(column => `v.${column}`).join(', ')}` +
      ' FROM hit h LEFT JOIN visit v ON v.website_id = h.website_id AND v.day = h.day AND v.visitor = h.visitor AND v.no = h.visit_no' +
      ` WHERE h.website_id = ${int(website)} AND h.day = ${int(day)}${beyond} ORDER BY h.visitor, h.id LIMIT ${int(limit)}`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }) as ExportRow);
}

/** Returns the first day (since 1970-01-01) with counts by website id; a website without hits is missing. */
export async function readFirstDays(dialect: Dialect, websites: readonly number[]): Promise<Map<number, number>> {
  const rows = await dialect.all<{ website: number; day: number | null }>(
    `SELECT f.website_id AS website, (SELECT r.day FROM rollup_day r WHERE r.website_id = f.website_id AND r.name = 1 ORDER BY r.day LIMIT 1) AS day FROM website_fold f WHERE ${dialect.among('f.website_id', websites)}`,
  );
  return new Map(rows.flatMap(({ website, day }) => (day === null ? [] : [[website, day]])));
}

/** Returns, by website id, the time (milliseconds since 1970, UTC) of the first hit stored on its given day. */
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

/** Returns the first day of a range with hits that were not imported; null if there is none. */
export async function readFirstOwnDay(
  executor: Executor,
  website: number,
  from: number,
  to: number,
): Promise<number | null> {
  const [row] = await executor.all<{ day: number }>(
    `SELECT day FROM hit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} AND import_id IS NULL ORDER BY day LIMIT 1`,
  );
  return row?.day ?? null;
}

/** Returns the time (milliseconds since 1970, UTC) of the first hit stored on a day that was not imported; null without one. */
export async function readFirstOwnTime(executor: Executor, website: number, day: number): Promise<number | null> {
  const [row] = await executor.all<{ at: number | null }>(
    `SELECT MIN(at) AS at FROM hit WHERE website_id = ${int(website)} AND day = ${int(day)} AND import_id IS NULL`,
  );
  return row?.at ?? null;
}

/** Returns those of the client ids `hashes` (32 hex digits each) that the website has seen within the last 48 hours. */
export async function findHitIds(tx: Executor, website: number, hashes: readonly string[]): Promise<Set<string>> {
  const lookup = { table: 'hit_id', columns: ['id_hash'], website, key: 'id_hash', among: hashes.map(blob) };
  const rows = await lookUp<{ id_hash: Buffer }>(tx, lookup);
  return new Set(rows.map(({ id_hash }) => id_hash.toString('hex')));
}

/**
 * Checks the next `step` client ids of a website in the order of their hashes and removes those last seen on or before
 * a day (days since 1970-01-01, UTC). Returns how many were removed and the hash to continue from, or null after the
 * last one.
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
