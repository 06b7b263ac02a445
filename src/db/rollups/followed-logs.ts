import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int, Text } from '../sql.ts';

/** What is counted of a log that is followed: its bytes from `skipped` on, before `position`. */
export interface FollowedLog {
  readonly skipped: number;
  readonly position: number;
  /** When the position was written, in milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Returns what is counted of a log, by its fingerprint; undefined for one that was never followed. */
export async function readFollowedLog(
  executor: Executor,
  website: number,
  fingerprint: string,
): Promise<FollowedLog | undefined> {
  const [row] = await executor.all<{ skipped: number; position: number; updated_at: number }>(
    'SELECT skipped, position, updated_at FROM followed_log WHERE website_id = ? AND fingerprint = ?',
    [website, fingerprint],
  );
  return row && { skipped: Number(row.skipped), position: Number(row.position), updatedAt: Number(row.updated_at) };
}

/** Writes how far a log is counted; `skipped` stays what it was when the log was first followed. */
export async function writeFollowedLog(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { fingerprint, skipped, position, updatedAt }: FollowedLog & { readonly fingerprint: string },
): Promise<void> {
  await insertRows(tx, {
    table: 'followed_log',
    columns: ['website_id', 'fingerprint', 'skipped', 'position', 'updated_at'],
    after: dialect.onConflict(['website_id', 'fingerprint'], [], ['position', 'updated_at']),
    rows: [[website, new Text(fingerprint), skipped, position, updatedAt]],
  });
}

/** The imports of access logs that a follower must know, because they can have lines of its log. */
export interface ImportsOfLogs {
  /** Those that count; null for the end of one that has only just come to it. */
  readonly done: readonly { readonly id: number; readonly finishedAt: number | null }[];
  /** One that reads or counts, so that its lines are not known yet; null without any. */
  readonly atWork: number | null;
}

/** Returns these; in a transaction that has locked the fold, none can begin before it ends. */
export async function importsOfLogs(
  executor: Executor,
  website: number,
  now: number,
  lock = '',
): Promise<ImportsOfLogs> {
  const rows = await executor.all<{ id: number; state: string; finished_at: number | null }>(
    `SELECT id, state, finished_at FROM import WHERE website_id = ${int(website)} AND dry_run = 0 AND (source = 'access_log' AND state IN ('running', 'checking', 'done') OR state = 'reading' AND held_until > ${int(now)}) ORDER BY id ${lock}`,
  );
  const done = rows.filter(({ state }) => state === 'done');
  return {
    done: done.map(({ id, finished_at: at }) => ({ id: Number(id), finishedAt: at === null ? null : Number(at) })),
    atWork: Number(rows.find(({ state }) => state !== 'done')?.id ?? 0) || null,
  };
}
