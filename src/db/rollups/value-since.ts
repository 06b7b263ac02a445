import type { Dialect, Executor } from '../dialect.ts';
import { int } from '../sql.ts';

/**
 * A statistic that is not known for the whole history of a website, because it was added later. Days are since
 * 1970-01-01.
 */
export interface ValueSince {
  readonly rollup: number;
  /** The first day from which all values are known. */
  readonly knownFrom: number;
  /** The first day from which visits are counted, under the empty value if theirs is unknown; 0 once all are. */
  readonly filledFrom: number;
}

/** Returns those of each website; a website that knows all statistics is missing. */
export async function readValuesSince(
  executor: Executor,
  dialect: Dialect,
  websites: readonly number[],
): Promise<Map<number, ValueSince[]>> {
  const rows = await executor.all<ValueSince & { website: number }>(
    `SELECT website_id AS website, name AS rollup, known_from AS knownFrom, filled_from AS filledFrom FROM value_since WHERE ${dialect.among('website_id', websites)}`,
  );
  return Map.groupBy(rows, ({ website }) => website);
}

/** Returns the websites with days that are still to be counted. */
export async function unfilledWebsites(executor: Executor): Promise<number[]> {
  const rows = await executor.all<{ id: number }>(
    'SELECT DISTINCT website_id AS id FROM value_since WHERE filled_from > 0 ORDER BY website_id',
  );
  return rows.map(({ id }) => id);
}

/** Records that rollups are counted from a day on, 0 for all days, and from which day on they are known. */
export async function moveValuesSince(
  tx: Executor,
  website: number,
  rollups: readonly number[],
  { filledFrom, knownFrom }: { readonly filledFrom: number; readonly knownFrom?: number },
): Promise<void> {
  if (rollups.length === 0) return;
  const known = knownFrom === undefined ? '' : `, known_from = ${int(knownFrom)}`;
  await tx.run(`UPDATE value_since SET filled_from = ${int(filledFrom)}${known} WHERE ${these(website, rollups)}`);
}

/** Records that rollups are known for the whole history. */
export async function forgetValuesSince(tx: Executor, website: number, rollups: readonly number[]): Promise<void> {
  if (rollups.length > 0) await tx.run(`DELETE FROM value_since WHERE ${these(website, rollups)}`);
}

function these(website: number, rollups: readonly number[]): string {
  return `website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')})`;
}
