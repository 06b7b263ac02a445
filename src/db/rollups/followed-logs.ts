import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, Text } from '../sql.ts';

/** Returns the number of bytes of a log that are counted, by its fingerprint; undefined for a log that was never followed. */
export async function readLogPosition(
  executor: Executor,
  website: number,
  fingerprint: string,
): Promise<number | undefined> {
  const [row] = await executor.all<{ position: number }>(
    'SELECT position FROM followed_log WHERE website_id = ? AND fingerprint = ?',
    [website, fingerprint],
  );
  return row && Number(row.position);
}

/** `now` is in milliseconds since 1970. */
export async function writeLogPosition(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { fingerprint, position, now }: { readonly fingerprint: string; readonly position: number; readonly now: number },
): Promise<void> {
  await insertRows(tx, {
    table: 'followed_log',
    columns: ['website_id', 'fingerprint', 'position', 'updated_at'],
    after: dialect.onConflict(['website_id', 'fingerprint'], [], ['position', 'updated_at']),
    rows: [[website, new Text(fingerprint), position, now]],
  });
}
