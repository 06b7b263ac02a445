import type { DayRange } from '../../domain/range.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { insertRows, int, lookUp } from '../sql.ts';
import { PERIODS } from './blocks.ts';
import type { Period } from './sums.ts';

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

function ofPeriod(website: number, period: Period, from: number, to: number): string {
  return `website_id = ${int(website)} AND period = ${PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`;
}

/** The new values of a property that were accepted on one day; `key` is a value id. */
export interface NewProperties {
  readonly day: number;
  readonly key: number;
  readonly seen: number;
}

/** Returns the counts that these days (since 1970-01-01) have so far. */
export async function readNewProperties(
  tx: Executor,
  website: number,
  days: readonly number[],
): Promise<NewProperties[]> {
  const columns = ['day', 'key_id AS `key`', 'seen'];
  return lookUp<NewProperties>(tx, {
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
    columns: ['website_id', 'day', 'key_id', 'seen'],
    after: dialect.onConflict(['website_id', 'day', 'key_id'], ['seen']),
    rows: added.map(({ day, key, seen }) => [website, day, key, seen]),
  });
}
