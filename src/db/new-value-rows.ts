import type { Dialect, Executor } from './dialect.ts';
import { insertRows, int } from './fold-rows.ts';

/** New values of one rollup on one day: `seen` were let in, `refused` is the statistic's count under `(other)`. */
export interface NewValues {
  readonly day: number;
  readonly rollup: number;
  readonly seen: number;
  readonly refused: number;
}

/** What these days have seen so far. */
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

/** Of the days from `since` on those rollups that refused values, the latest day first. */
export function readRefusedValues(executor: Executor, website: number, since: number): Promise<NewValues[]> {
  return executor.all<NewValues>(
    `SELECT day, name AS rollup, seen, refused FROM new_value WHERE website_id = ${int(website)} AND day >= ${int(since)} AND refused > 0 ORDER BY day DESC, name`,
  );
}
