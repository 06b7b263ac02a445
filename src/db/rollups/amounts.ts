import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int, Text } from '../sql.ts';

/** The index by website, event and unit. */
const BY_UNIT = 'rollup_amount_unit';

/** The sum of an event's amounts in one unit on one day, as text: not both engines sum decimals exactly. */
export interface AmountRow {
  readonly day: number;
  readonly event: number;
  readonly unit: number;
  readonly amount: string;
}

/** Returns the stored sums of these days (since 1970-01-01) and events. */
export async function readAmounts(
  tx: Executor,
  website: number,
  days: readonly number[],
  events: readonly number[],
): Promise<AmountRow[]> {
  if (days.length === 0 || events.length === 0) return [];
  return tx.all<AmountRow>(
    `SELECT day, value_id AS event, unit_id AS unit, amount FROM rollup_amount WHERE website_id = ${int(website)}` +
      ` AND value_id IN (${events.map(int).join(',')}) AND day IN (${days.map(int).join(',')})`,
  );
}

/** An event and a unit that it has amounts in, as value ids. */
export type EventUnit = readonly [event: number, unit: number];

/** Returns those of these pairs that have amounts, on whatever day; reads a row of each. */
export async function findUnits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  pairs: readonly EventUnit[],
): Promise<EventUnit[]> {
  const ofPair = `website_id = ${int(website)} AND value_id = p.a AND unit_id = p.b`;
  const amount = `SELECT unit_id FROM rollup_amount ${dialect.byIndex(BY_UNIT)} WHERE ${ofPair} LIMIT 1`;
  const rows = await tx.all<{ a: number; b: number }>(
    `SELECT p.a, p.b FROM (${dialect.pairs}) p WHERE (${amount}) IS NOT NULL`,
    [JSON.stringify(pairs)],
  );
  return rows.map(({ a, b }) => [a, b]);
}

/**
 * Returns the first `most` units that an event has amounts in, on whatever day; reads a row of each, in a statement of
 * its own, because not both engines skip the other days of a unit within one.
 */
export async function readUnits(
  tx: Executor,
  dialect: Dialect,
  website: number,
  event: number,
  most: number,
): Promise<number[]> {
  const units: number[] = [];
  const ofEvent = `website_id = ${int(website)} AND value_id = ${int(event)}`;
  while (units.length < most) {
    const [next] = await tx.all<{ unit: number }>(
      `SELECT unit_id AS unit FROM rollup_amount ${dialect.byIndex(BY_UNIT)}` +
        ` WHERE ${ofEvent} AND unit_id > ${int(units.at(-1) ?? 0)} ORDER BY unit_id LIMIT 1`,
    );
    if (!next) break;
    units.push(next.unit);
  }
  return units;
}

/** Returns, by website id, the sums of its events on each day of a range, inclusive; without any, it is missing. */
export async function readAmountsBetween(
  dialect: Dialect,
  events: ReadonlyMap<number, ReadonlySet<number>>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Map<number, AmountRow[]>> {
  const pairs = [...events].flatMap(([website, ofWebsite]) => [...ofWebsite].map(event => [website, event]));
  if (pairs.length === 0) return new Map();
  const [only, ...others] = events;
  const select = 'SELECT a.website_id AS website, a.day, a.value_id AS event, a.unit_id AS unit, a.amount FROM';
  const between = `a.day BETWEEN ${int(from)} AND ${int(to)}`;
  const rows = await (only && others.length === 0
    ? dialect.all<AmountRow & { website: number }>(
        `${select} rollup_amount a WHERE a.website_id = ${int(only[0])} AND a.value_id IN (${[...only[1]].map(int).join(',')}) AND ${between}`,
      )
    : dialect.all<AmountRow & { website: number }>(
        `${select} (${dialect.pairs}) p ${dialect.thenJoin} rollup_amount a ON a.website_id = p.a AND a.value_id = p.b AND ${between}`,
        [JSON.stringify(pairs)],
      ));
  return Map.groupBy(rows, ({ website }) => website);
}

/** Returns, by website id, the sums of all events on each day of a range, inclusive; without any, it is missing. */
export async function readAmountsOfDays(
  dialect: Dialect,
  websites: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Map<number, AmountRow[]>> {
  const rows = await dialect.all<AmountRow & { website: number }>(
    'SELECT website_id AS website, day, value_id AS event, unit_id AS unit, amount FROM rollup_amount' +
      ` WHERE ${dialect.among('website_id', websites)} AND day BETWEEN ${int(from)} AND ${int(to)}`,
  );
  return Map.groupBy(rows, ({ website }) => website);
}

/** Returns the amounts of the stored events of these days that belong to no visit, with their hour as `day * 24 + hour`. */
export function readAmountsOfNobody(
  executor: Executor,
  website: number,
  days: readonly number[],
): Promise<{ of: number; unit: number; amount: string }[]> {
  return executor.all(
    `SELECT day * 24 + hour AS of, COALESCE(unit, 0) AS unit, amount FROM hit WHERE website_id = ${int(website)}` +
      ` AND day IN (${days.map(int).join(',')}) AND visit_no = 0 AND amount IS NOT NULL`,
  );
}

/** Replaces the sums; the caller must have read them under the website's lock. */
export async function writeAmounts(
  tx: Executor,
  dialect: Dialect,
  website: number,
  rows: readonly AmountRow[],
): Promise<void> {
  await insertRows(tx, {
    table: 'rollup_amount',
    columns: ['website_id', 'day', 'value_id', 'unit_id', 'amount'],
    after: dialect.onConflict(['website_id', 'value_id', 'day', 'unit_id'], [], ['amount']),
    rows: rows.map(({ day, event, unit, amount }) => [website, day, event, unit, new Text(amount)]),
  });
}

/** Removes these sums; the caller must have read them under the website's lock. */
export async function removeAmounts(
  tx: Executor,
  website: number,
  rows: readonly Pick<AmountRow, 'day' | 'event' | 'unit'>[],
): Promise<void> {
  for (const { day, event, unit } of rows)
    await tx.run(
      `DELETE FROM rollup_amount WHERE website_id = ${int(website)} AND value_id = ${int(event)} AND day = ${int(day)} AND unit_id = ${int(unit)}`,
    );
}
