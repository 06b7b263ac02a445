import type { Dialect, Executor } from '../dialect.ts';
import { blob, chunks, int } from '../sql.ts';

/** Returns those of the client ids `hashes` (32 hex digits each) that the website has seen within the last 48 hours. */
export async function findHitIds(tx: Executor, website: number, hashes: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const some of chunks(hashes, 1_000)) {
    const rows = await tx.all<{ id_hash: Buffer }>(
      `SELECT id_hash FROM hit_id WHERE website_id = ${int(website)} AND id_hash IN (${some.map(blob).join(',')})`,
    );
    for (const { id_hash } of rows) seen.add(id_hash.toString('hex'));
  }
  return seen;
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
