import type { Executor } from './dialect.ts';
import { int } from './fold-rows.ts';

/** Hits of one day that were rightly not counted, for one reason. */
export interface DroppedRow {
  readonly day: number;
  readonly reason: string;
  readonly hits: number;
}

/** The ledger of a website between two days (since 1970-01-01), inclusive: the latest day first, then by reason. */
export function readDropped(executor: Executor, website: number, from: number, to: number): Promise<DroppedRow[]> {
  return executor.all<DroppedRow>(
    `SELECT day, reason, hits FROM dropped WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} ORDER BY day DESC, reason`,
  );
}
