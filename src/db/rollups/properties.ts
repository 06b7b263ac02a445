import { type Stretch, splitMonths } from '../../domain/calendar.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int, lookUp } from '../sql.ts';
import { PERIODS } from './seals.ts';

/** The periods by which counts of properties are kept. */
type Period = 'day' | 'month';

/**
 * How many hits had a value of a property on one day (since 1970-01-01), or in one month (since January 1970). `event`
 * is 0 for pageviews; all others are value ids, too.
 */
export interface PropertyRow {
  readonly event: number;
  readonly key: number;
  readonly at: number;
  readonly value: number;
  readonly events: number;
}

/** Adds counts to those of their days or months. */
export async function addPropertyRows(
  tx: Executor,
  dialect: Dialect,
  website: number,
  rows: readonly (PropertyRow & { readonly period: Period })[],
): Promise<void> {
  await insertRows(tx, {
    table: 'rollup_property',
    columns: ['website_id', 'event_id', 'key_id', 'period', 'at', 'value_id', 'events'],
    after: dialect.onConflict(['website_id', 'event_id', 'key_id', 'period', 'at', 'value_id'], ['events']),
    rows: rows.map(({ event, key, period, at, value, events }) => [
      website,
      event,
      key,
      PERIODS[period],
      at,
      value,
      events,
    ]),
  });
}

/** Returns the stored counts of a range of days or months. */
export async function readPropertyRows(
  executor: Executor,
  website: number,
  period: Period,
  { from, to }: DayRange,
): Promise<PropertyRow[]> {
  return executor.all<PropertyRow>(
    `SELECT event_id AS event, key_id AS \`key\`, at, value_id AS value, events FROM rollup_property WHERE ${ofPeriod(website, period, from, to)}`,
  );
}

/** Replaces the counts of a range of days or months. */
export async function replacePropertyRows(
  tx: Executor,
  dialect: Dialect,
  website: number,
  period: Period,
  { from, to }: DayRange,
  rows: readonly PropertyRow[],
): Promise<void> {
  await tx.run(`DELETE FROM rollup_property WHERE ${ofPeriod(website, period, from, to)}`);
  await addPropertyRows(
    tx,
    dialect,
    website,
    rows.map(row => ({ ...row, period })),
  );
}

/** Subtracts counts, and removes those that become zero. */
export async function subtractPropertyRows(
  tx: Executor,
  dialect: Dialect,
  website: number,
  period: Period,
  rows: readonly PropertyRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const negative = rows.map(row => ({ ...row, events: -row.events, period }));
  await addPropertyRows(tx, dialect, website, negative);
  const times = rows.map(({ at }) => at);
  const where = ofPeriod(website, period, Math.min(...times), Math.max(...times));
  await tx.run(`DELETE FROM rollup_property WHERE ${where} AND events = 0`);
}

function ofPeriod(website: number, period: Period, from: number, to: number): string {
  return `website_id = ${int(website)} AND period = ${PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`;
}

/** A property of an event, or of a pageview (0), by value ids; `event` and `key` may be ones that no hit has. */
interface PropertyIds {
  readonly website: number;
  readonly event: number;
  readonly key: number;
}

/**
 * Returns the numbers of hits of a range of days by value id, with those without the property as 0, as of one moment.
 * `total` are the hits that the property could have.
 */
export async function readPropertyValues(
  executor: Executor,
  { website, event, key }: PropertyIds,
  range: DayRange,
  total: { readonly rollup: number; readonly column: 'pageviews' | 'events' },
): Promise<{ value: number; events: number }[]> {
  const parts = partsOf(range).map(
    part =>
      `SELECT value_id, events FROM rollup_property WHERE website_id = ${int(website)} AND event_id = ${int(event)} AND key_id = ${int(key)} AND ${part}`,
  );
  const all = `SELECT 0 AS value, SUM(${total.column}) AS events FROM rollup_day WHERE website_id = ${int(website)} AND name = ${int(total.rollup)} AND day BETWEEN ${int(range.from)} AND ${int(range.to)} AND value_id = ${int(event)}`;
  const rows = await executor.all<{ value: number; events: number | null }>(
    `SELECT value_id AS value, SUM(events) AS events FROM (${parts.join(' UNION ALL ')}) p GROUP BY value_id UNION ALL ${all}`,
  );
  const found = rows.map(row => ({ value: row.value, events: Number(row.events ?? 0) }));
  const without = found.pop() ?? { value: 0, events: 0 };
  const withKey = found.reduce((sum, { events }) => sum + events, 0);
  return [{ value: 0, events: without.events - withKey }, ...found].filter(({ events }) => events > 0);
}

/** Returns the keys (value ids) that an event, or pageviews (0), had in a range of days, with the number of values. */
export async function readPropertyKeys(
  executor: Executor,
  { website, event }: Omit<PropertyIds, 'key'>,
  range: DayRange,
): Promise<{ key: number; events: number; values: number }[]> {
  const parts = partsOf(range).map(
    part =>
      `SELECT key_id, value_id, events FROM rollup_property WHERE website_id = ${int(website)} AND event_id = ${int(event)} AND ${part}`,
  );
  const rows = await executor.all<{ keyId: number; events: number; found: number }>(
    `SELECT key_id AS keyId, SUM(events) AS events, COUNT(DISTINCT value_id) AS found FROM (${parts.join(' UNION ALL ')}) p GROUP BY key_id`,
  );
  return rows.map(({ keyId, events, found }) => ({ key: keyId, events: Number(events), values: Number(found) }));
}

/** Returns conditions for the months and days of a range. */
function partsOf({ from, to }: DayRange): string[] {
  const { whole, days } = splitMonths(from, to);
  const part = (period: Period, [first, last]: Stretch) =>
    `period = ${PERIODS[period]} AND at BETWEEN ${int(first)} AND ${int(last)}`;
  return [...(whole ? [part('month', whole)] : []), ...days.map(stretch => part('day', stretch))];
}

/** New values of a property on one day: `seen` were accepted, the others of `refused` hits not; `key` is a value id. */
export interface NewProperties {
  readonly day: number;
  readonly key: number;
  readonly seen: number;
  readonly refused: number;
}

/** Returns how many values these days (since 1970-01-01) have accepted so far. */
export async function readNewProperties(
  tx: Executor,
  website: number,
  days: readonly number[],
): Promise<Omit<NewProperties, 'refused'>[]> {
  const columns = ['day', 'key_id AS `key`', 'seen'];
  return lookUp(tx, {
    table: 'new_property',
    columns,
    website,
    key: 'day',
    among: days.map(int),
  });
}

export async function addNewProperties(
  tx: Executor,
  dialect: Dialect,
  website: number,
  added: readonly NewProperties[],
): Promise<void> {
  await insertRows(tx, {
    table: 'new_property',
    columns: ['website_id', 'day', 'key_id', 'seen', 'refused'],
    after: dialect.onConflict(['website_id', 'day', 'key_id'], ['seen', 'refused']),
    rows: added.map(({ day, key, seen, refused }) => [website, day, key, seen, refused]),
  });
}
