import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { addBody, createSum, type Sum } from '../../counting/vector.ts';
import { packColumns, rowsOfBlock } from '../../domain/block.ts';
import { STORED_METRICS } from '../../domain/metrics.ts';
import type { DayRange } from '../../domain/range.ts';
import type { Executor } from '../dialect.ts';
import { spaced } from '../spaced.ts';
import { blob, chunks, insertRows, int } from '../sql.ts';
import { type BlockState, readBlockState } from './block-state.ts';
import {
  addFound,
  type BlockPeriod,
  daysOfPeriod,
  type FoundPeriods,
  isWhole,
  PERIODS,
  packedPeriods,
  SEAL,
  sealOf,
} from './seals.ts';
import { METRIC_COLUMNS, type SumRow } from './sums.ts';

/** Returns the sums of a month as they are packed, without rows of zeros; null if they are not, no longer valid, or damaged. */
export async function readPackedMonth(tx: Executor, website: number, month: number): Promise<SumRow[] | null> {
  const state = await readBlockState(tx, website);
  if (!state || [...packedPeriods(state, 'month', month, month)].length === 0) return null;
  const found = (await readBlocks(tx, website, 'month', month, month)).get(month);
  if (!found || !isWhole(found)) return null;
  const rows = [...found.bodies].flatMap(([rollup, body]) =>
    rowsOfBlock(body).map(row => ({ ...row, rollup, at: month })),
  );
  return rows.filter(row => STORED_METRICS.some(metric => row[metric] !== 0));
}

/** Periods whose blocks are read at once to check them: about a month of them. */
const AT_ONCE: Readonly<Record<BlockPeriod, number>> = { day: 31, week: 5, month: 1 };

/** Returns the periods of which blocks are damaged or missing, as their days. */
export async function findDamaged(executor: Executor, website: number): Promise<DayRange[]> {
  const state = await readBlockState(executor, website);
  const damaged: DayRange[] = [];
  if (!state) return damaged;
  for (const period of Object.keys(PERIODS) as BlockPeriod[]) {
    const expected = [...packedPeriods(state, period, 0, Infinity)];
    for (const some of chunks(expected, AT_ONCE[period])) {
      const found = await readBlocks(executor, website, period, some[0] as number, some.at(-1) as number);
      for (const at of some) if (!isWhole(found.get(at))) damaged.push(daysOfPeriod(period, at));
    }
  }
  return damaged;
}

/** Returns the blocks of some periods, by period; of the given rollups, or of all. */
async function readBlocks(
  executor: Executor,
  website: number,
  period: BlockPeriod,
  from: number,
  to: number,
  rollups?: readonly number[],
): Promise<FoundPeriods> {
  const names = rollups ? ` AND name IN (${[SEAL, ...rollups].map(int).join(',')})` : '';
  const rows = await executor.all<{ name: number; at: number; body: Buffer }>(
    `SELECT name, at, body FROM rollup_block WHERE website_id = ${int(website)}${names} AND period = ${PERIODS[period]} AND at BETWEEN ${int(from)} AND ${int(to)}`,
  );
  const found: FoundPeriods = new Map();
  for (const { name, at, body } of rows) addFound(found, at, name, body);
  return found;
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
  const writer = await Writer.replace(tx, website, 'day', day, rollups);
  const all = await read(`${ofDay} IN (${rollups.map(int).join(',')})`, LIMITS.rows + 1);
  if (all.found <= LIMITS.rows) {
    for (const { name, body } of all.rows) {
      const sum = createSum(STORED_METRICS);
      addBody(sum, body);
      writer.add(name, sum);
    }
  } else
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
      writer.add(name, sum);
      await writer.write();
    }
  await writer.seal();
}

/**
 * Packs a week or month of these rollups from the blocks of its days, replacing what was packed of it before. Days whose
 * blocks are damaged are packed again first.
 */
export async function packDays(
  tx: Executor,
  website: number,
  period: Exclude<BlockPeriod, 'day'>,
  at: number,
  rollups: readonly number[],
  state: BlockState,
): Promise<void> {
  const { from: start, to } = daysOfPeriod(period, at);
  const from = Math.max(start, state.first);
  if (await packWhole()) return;
  const found = await readBlocks(tx, website, 'day', from, to);
  for (let day = from; day <= to; day++) if (!isWhole(found.get(day))) await packDay(tx, website, day, rollups);
  if (!(await packWhole())) throw new Error(`The days of website ${website} cannot be packed.`);

  /** Returns false, with nothing finished, when it finds damage. */
  async function packWhole(): Promise<boolean> {
    const writer = await Writer.replace(tx, website, period, at, rollups);
    const [size] = await tx.all<{ bytes: number | string | null }>(
      `SELECT SUM(LENGTH(body)) AS bytes FROM rollup_block WHERE website_id = ${int(website)} AND name IN (${rollups.map(int).join(',')}) AND period = ${PERIODS.day} AND at BETWEEN ${int(from)} AND ${int(to)}`,
    );
    const isSmall = Number(size?.bytes ?? 0) <= LIMITS.bytes;
    for (const names of isSmall ? [rollups] : rollups.map(name => [name])) {
      const found = await readBlocks(tx, website, 'day', from, to, names);
      const sums = new Map<number, Sum>();
      for (let day = from; day <= to; day++) {
        const blocks = found.get(day);
        if (!blocks || !isWhole(blocks, names)) return false;
        for (const [name, body] of blocks.bodies) {
          const sum = sums.get(name) ?? createSum(STORED_METRICS);
          sums.set(name, sum);
          addBody(sum, body);
        }
        // The days of a large website take milliseconds each.
        if (!isSmall) await setImmediate();
      }
      for (const [name, sum] of sums) writer.add(name, sum);
      await writer.write();
    }
    await writer.seal();
    return true;
  }
}

/** Some rows of a rollup as a text, and the last value among them. */
interface Rows {
  readonly name: number;
  readonly body: string;
  readonly found: number | string;
  readonly last: number | string;
}

/** Writes the blocks of one period, which count once they are sealed. */
class Writer {
  readonly #tx: Executor;
  readonly #key: readonly [website: number, period: number, at: number];
  readonly #checksums = new Map<number, number>();
  #blocks: [name: number, body: Buffer][] = [];

  private constructor(tx: Executor, key: readonly [website: number, period: number, at: number]) {
    this.#tx = tx;
    this.#key = key;
  }

  /** Removes the blocks that are there. */
  static async replace(
    tx: Executor,
    website: number,
    period: BlockPeriod,
    at: number,
    rollups: readonly number[],
  ): Promise<Writer> {
    await tx.run(
      `DELETE FROM rollup_block WHERE website_id = ${int(website)} AND name IN (${[SEAL, ...rollups].map(int).join(',')}) AND period = ${PERIODS[period]} AND at = ${int(at)}`,
    );
    return new Writer(tx, [website, PERIODS[period], at]);
  }

  add(name: number, sum: Sum): void {
    if (sum.ids.length === 0) return;
    const body = pack(sum);
    this.#checksums.set(name, crc32(body));
    this.#blocks.push([name, body]);
  }

  async write(): Promise<void> {
    const [website, period, at] = this.#key;
    await insertRows(this.#tx, {
      table: 'rollup_block',
      columns: ['website_id', 'name', 'period', 'at', 'body'],
      rows: this.#blocks.map(([name, body]) => [website, name, period, at, blob(body.toString('hex'))]),
    });
    this.#blocks = [];
  }

  async seal(): Promise<void> {
    this.#blocks.push([SEAL, sealOf(this.#checksums)]);
    await this.write();
  }
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
