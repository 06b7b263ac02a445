import { setImmediate } from 'node:timers/promises';
import { addBody, createSum, type Sum } from '../../counting/vector.ts';
import { packColumns, rowsOfBlock } from '../../domain/block.ts';
import { firstDayOfMonth, firstDayOfWeek, lastDayOfMonth, lastDayOfWeek } from '../../domain/calendar.ts';
import { STORED_METRICS } from '../../domain/metrics.ts';
import type { Executor } from '../dialect.ts';
import { spaced } from '../spaced.ts';
import { blob, insertRows, int } from '../sql.ts';
import { isMonthPacked, readBlockState } from './block-state.ts';
import { METRIC_COLUMNS, type SumRow } from './sums.ts';

/** The periods that rollups are packed by. */
export type BlockPeriod = 'day' | 'week' | 'month';

/** The number of a period in `rollup_block`. */
export const PERIODS: Readonly<Record<BlockPeriod, number>> = { day: 0, month: 1, week: 2 };

/** Returns the sums of a month as they are packed, without rows of zeros; null if they are not, or no longer valid. */
export async function readPackedMonth(tx: Executor, website: number, month: number): Promise<SumRow[] | null> {
  const state = await readBlockState(tx, website);
  if (!state || !isMonthPacked(state, month)) return null;
  const blocks = await tx.all<Body<Buffer>>(
    `SELECT name, body FROM rollup_block WHERE website_id = ${int(website)} AND period = ${PERIODS.month} AND at = ${int(month)}`,
  );
  const rows = blocks.flatMap(({ name, body }) => rowsOfBlock(body).map(row => ({ ...row, rollup: name, at: month })));
  return rows.filter(row => STORED_METRICS.some(metric => row[metric] !== 0));
}

/** The most rows of a day, and the most bytes of the blocks of a week or month, that are read at once. */
export const LIMITS = { rows: 5_000, bytes: 200_000 };

/**
 * Packs the rows of one day of these rollups, replacing what was packed of it before. Of a large website it reads a few
 * thousand at once, so that neither memory nor the other work of this thread suffers.
 */
export async function packDay(tx: Executor, website: number, day: number, rollups: readonly number[]): Promise<void> {
  const ofDay = `website_id = ${int(website)} AND day = ${int(day)} AND name`;
  const cells = spaced(['value_id', ...METRIC_COLUMNS.map(column => `COALESCE(${column},0)`)]);
  // One text of many rows is several times faster to read than a text of each.
  const read = async (where: string, limit: number) => {
    const some = `SELECT name, value_id, ${cells} AS body FROM rollup_day WHERE ${where} LIMIT ${limit}`;
    const rows = await tx.all<Rows>(
      `SELECT name, GROUP_CONCAT(body) AS body, COUNT(*) AS found, MAX(value_id) AS last FROM (${some}) r GROUP BY name`,
    );
    return { rows, found: rows.reduce((sum, { found }) => sum + Number(found), 0) };
  };
  await removeBlocks(tx, website, 'day', day, rollups);
  const all = await read(`${ofDay} IN (${rollups.map(int).join(',')})`, LIMITS.rows + 1);
  if (all.found <= LIMITS.rows) return writeBlocks(tx, website, 'day', day, sumsOf(all.rows));
  for (const name of rollups) {
    const sum = createSum(STORED_METRICS);
    for (let [after, isLast] = [-1, false]; !isLast; ) {
      const some = await read(`${ofDay} = ${int(name)} AND value_id > ${after} ORDER BY value_id`, LIMITS.rows);
      for (const { body, last } of some.rows) {
        addBody(sum, body);
        after = Number(last);
      }
      isLast = some.found < LIMITS.rows;
    }
    await writeBlocks(tx, website, 'day', day, [[name, sum]]);
  }
}

/** Packs a week or month of these rollups from the blocks of its days, replacing what was packed of it before. */
export async function packDays(
  tx: Executor,
  website: number,
  period: Exclude<BlockPeriod, 'day'>,
  at: number,
  rollups: readonly number[],
): Promise<void> {
  const [from, to] =
    period === 'week' ? [firstDayOfWeek(at), lastDayOfWeek(at)] : [firstDayOfMonth(at), lastDayOfMonth(at)];
  const ofDays = `website_id = ${int(website)} AND period = ${PERIODS.day} AND at BETWEEN ${int(from)} AND ${int(to)} AND name`;
  const ofRollups = `${ofDays} IN (${rollups.map(int).join(',')})`;
  await removeBlocks(tx, website, period, at, rollups);
  const sizes = await tx.all<{ name: number; bytes: number | string }>(
    `SELECT name, SUM(LENGTH(body)) AS bytes FROM rollup_block WHERE ${ofRollups} GROUP BY name`,
  );
  const read = (where: string) => tx.all<Body<Buffer>>(`SELECT name, body FROM rollup_block WHERE ${where}`);
  if (sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0) <= LIMITS.bytes)
    return writeBlocks(tx, website, period, at, sumsOf(await read(ofRollups)));
  for (const { name } of sizes) {
    const sum = createSum(STORED_METRICS);
    for (const { body } of await read(`${ofDays} = ${int(name)}`)) {
      addBody(sum, body);
      // The days of a large website take milliseconds each.
      await setImmediate();
    }
    await writeBlocks(tx, website, period, at, [[name, sum]]);
  }
}

/** Sums of a rollup: rows as a text, or a block. */
interface Body<Form> {
  readonly name: number;
  readonly body: Form;
}

/** Some rows of a rollup, and the last value among them. */
interface Rows extends Body<string> {
  readonly found: number | string;
  readonly last: number | string;
}

function sumsOf(bodies: readonly Body<string | Buffer>[]): ReadonlyMap<number, Sum> {
  const sums = new Map<number, Sum>();
  for (const { name, body } of bodies) {
    const sum = sums.get(name) ?? createSum(STORED_METRICS);
    sums.set(name, sum);
    addBody(sum, body);
  }
  return sums;
}

function removeBlocks(tx: Executor, website: number, period: BlockPeriod, at: number, rollups: readonly number[]) {
  const ofRollups = `name IN (${rollups.map(int).join(',')})`;
  return tx.run(
    `DELETE FROM rollup_block WHERE website_id = ${int(website)} AND ${ofRollups} AND period = ${PERIODS[period]} AND at = ${int(at)}`,
  );
}

function writeBlocks(
  tx: Executor,
  website: number,
  period: BlockPeriod,
  at: number,
  sums: Iterable<readonly [rollup: number, sum: Sum]>,
): Promise<void> {
  return insertRows(tx, {
    table: 'rollup_block',
    columns: ['website_id', 'name', 'period', 'at', 'body'],
    rows: [...sums].flatMap(([name, sum]) =>
      sum.ids.length === 0 ? [] : [[website, name, PERIODS[period], at, blob(pack(sum).toString('hex'))]],
    ),
  });
}

function pack({ ids, columns, positionOf }: Sum): Buffer {
  const ascending = Float64Array.from(ids).sort();
  const places = new Uint32Array(ascending.length);
  for (let at = 0; at < places.length; at++) places[at] = positionOf(ascending[at] as number);
  return packColumns(
    ascending,
    columns.map(column => {
      const ordered = new Float64Array(places.length);
      for (let at = 0; at < places.length; at++) ordered[at] = column[places[at] as number] as number;
      return ordered;
    }),
  );
}
