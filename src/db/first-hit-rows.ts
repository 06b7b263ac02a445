import type { Executor } from './dialect.ts';
import { int } from './fold-rows.ts';

/** The first day (since 1970-01-01) that anything was counted for a website; null before its first hit. */
export async function readFirstDay(executor: Executor, website: number): Promise<number | null> {
  const [row] = await executor.all<{ day: number | null }>(
    `SELECT MIN(day) AS day FROM rollup_day WHERE website_id = ${int(website)} AND name = 1`,
  );
  return row?.day ?? null;
}

/** The time (milliseconds since 1970) of the first hit of a day that is still kept; null when none is. */
export async function readFirstTime(executor: Executor, website: number, day: number): Promise<number | null> {
  const [row] = await executor.all<{ at: number | null }>(
    `SELECT MIN(at) AS at FROM hit WHERE website_id = ${int(website)} AND day = ${int(day)}`,
  );
  return row?.at ?? null;
}
