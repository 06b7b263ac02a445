import { randomInt } from 'node:crypto';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int } from '../sql.ts';

/**
 * The versions of closed days (since 1970-01-01). Days without visits have 0, and so do days that an earlier release
 * closed, until they change.
 */
export type DayVersions = ReadonlyMap<number, number>;

const ALL_DAYS: DayRange = { from: 0, to: 2 ** 31 - 1 };

// Counting up would give the same versions to other visits after a database has lost its last commits or days.
export const VERSIONS = { next: () => randomInt(1, 2 ** 31) };

/** Gives days new versions, in the transaction that closes them or changes their rows afterwards. */
export async function touchDays(
  tx: Executor,
  dialect: Dialect,
  website: number,
  days: readonly number[],
): Promise<void> {
  await insertRows(tx, {
    table: 'late_day',
    columns: ['website_id', 'day', 'version'],
    after: dialect.onConflict(['website_id', 'day'], [], ['version']),
    rows: [...new Set(days)].sort((a, b) => a - b).map(day => [website, day, VERSIONS.next()]),
  });
}

export async function readDayVersions(
  executor: Executor,
  website: number,
  { from, to }: DayRange = ALL_DAYS,
): Promise<DayVersions> {
  const rows = await executor.all<{ day: number; version: number }>(
    `SELECT day, version FROM late_day WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)}`,
  );
  return new Map(rows.map(({ day, version }) => [day, version]));
}
