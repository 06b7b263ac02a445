import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int } from '../sql.ts';

/** New values of one rollup on one day: `seen` were accepted, `refused` is the statistic's count under `(other)`. */
export interface NewValues {
  readonly day: number;
  readonly rollup: number;
  readonly seen: number;
  readonly refused: number;
}

/** Returns the counts that these days (since 1970-01-01) have so far. */
export async function readNewValues(tx: Executor, website: number, days: readonly number[]): Promise<NewValues[]> {
  if (days.length === 0) return [];
  return tx.all<NewValues>(
    `SELECT day, name AS rollup, seen, refused FROM new_value WHERE website_id = ${int(website)} AND day IN (${days.map(int).join(',')})`,
  );
}

export async function addNewValues(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly NewValues[],
): Promise<void> {
  await insertRows(tx, {
    table: 'new_value',
    columns: ['website_id', 'day', 'name', 'seen', 'refused'],
    after: dialect.onConflict(['website_id', 'day', 'name'], ['seen', 'refused']),
    rows: added.map(({ day, rollup, seen, refused }) => [website, day, rollup, seen, refused]),
  });
}

/**
 * Returns the rollups that refused values on days from `since` (since 1970-01-01) on, per website with the latest day
 * first.
 */
export function readRefusedValues(
  dialect: Dialect,
  websites: readonly number[],
  since: number,
): Promise<(NewValues & { readonly websiteId: number })[]> {
  return dialect.all(
    `SELECT website_id AS websiteId, day, name AS rollup, seen, refused FROM new_value WHERE ${dialect.among('website_id', websites)} AND day >= ${int(since)} AND refused > 0 ORDER BY website_id, day DESC, name`,
  );
}
