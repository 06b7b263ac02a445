import { packColumns } from '../../domain/block.ts';
import { firstDayOfWeek, lastDayOfWeek } from '../../domain/calendar.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { readNumbers, spaced } from '../spaced.ts';
import { blob, insertRows, int } from '../sql.ts';
import { METRIC_COLUMNS, type Period } from './sums.ts';

/** The periods that rollups are packed by. */
export type BlockPeriod = Period | 'week';

/** The number of a period in `rollup_block`. */
export const PERIODS: Readonly<Record<BlockPeriod, number>> = { day: 0, month: 1, week: 2 };

/** The last day (since 1970-01-01) and month (since January 1970) up to which all rollups are packed, inclusive. */
export interface BlockState {
  readonly day: number;
  readonly month: number;
}

/** Returns null before anything was packed. */
export async function readBlockState(tx: Executor, website: number): Promise<BlockState | null> {
  const [state] = await tx.all<BlockState>('SELECT day, month FROM rollup_block_state WHERE website_id = ?', [website]);
  return state ?? null;
}

export async function writeBlockState(
  tx: Executor,
  dialect: Dialect,
  website: number,
  { day, month }: BlockState,
): Promise<void> {
  await tx.run(
    `INSERT INTO rollup_block_state (website_id, day, month) VALUES (?, ?, ?)${dialect.onConflict(['website_id'], [], ['day', 'month'])}`,
    [website, day, month],
  );
}

/** Invalidates all blocks from a day and a month on; call it in the transaction that changes their rows. */
export async function voidBlocks(tx: Executor, website: number, { day, month }: BlockState): Promise<void> {
  await tx.run('UPDATE rollup_block_state SET day = ? WHERE website_id = ? AND day >= ?', [day - 1, website, day]);
  await tx.run('UPDATE rollup_block_state SET month = ? WHERE website_id = ? AND month >= ?', [
    month - 1,
    website,
    month,
  ]);
}

/** Rows that are read at once; in one statement if a period has no more. */
export const LIMITS = { rows: 5_000 };

/**
 * Packs the rows of one day, week or month of these rollups, replacing what was packed of it before. Of a large website it
 * reads a few thousand at once, so that neither memory nor the other work of this thread suffers.
 */
export async function packPeriod(
  tx: Executor,
  website: number,
  period: BlockPeriod,
  at: number,
  rollups: readonly number[],
): Promise<void> {
  const ofWebsite = `website_id = ${int(website)}`;
  const ofRollups = `${ofWebsite} AND name IN (${rollups.map(int).join(',')})`;
  const [table, from, to] =
    period === 'week' ? (['day', firstDayOfWeek(at), lastDayOfWeek(at)] as const) : ([period, at, at] as const);
  const cells = spaced(['name', 'value_id', ...METRIC_COLUMNS.map(column => `COALESCE(${column},0)`)]);
  const read = (where: string, limit: number) =>
    tx.all<{ body: string }>(`SELECT ${cells} AS body FROM rollup_${table} WHERE ${where} LIMIT ${limit}`);
  const write = (sums: Iterable<readonly [name: number, PeriodSums]>) =>
    insertRows(tx, {
      table: 'rollup_block',
      columns: ['website_id', 'name', 'period', 'at', 'body'],
      rows: [...sums].map(([name, one]) => [website, name, PERIODS[period], at, blob(one.pack().toString('hex'))]),
    });

  await tx.run(`DELETE FROM rollup_block WHERE ${ofRollups} AND period = ${PERIODS[period]} AND at = ${int(at)}`);
  const all = await read(`${ofRollups} AND ${table} BETWEEN ${int(from)} AND ${int(to)}`, LIMITS.rows + 1);
  if (all.length <= LIMITS.rows) {
    const sums = new Map<number, PeriodSums>();
    for (const { body } of all) {
      const name = Number.parseInt(body, 10);
      const ofName = sums.get(name) ?? new PeriodSums();
      sums.set(name, ofName);
      ofName.add(body);
    }
    return write(sums);
  }
  for (const name of rollups) {
    const sums = new PeriodSums();
    for (let time = from; time <= to; time++) {
      const ofTime = `${ofWebsite} AND name = ${int(name)} AND ${table} = ${int(time)}`;
      for (let [after, isLast] = [-1, false]; !isLast; ) {
        const some = await read(`${ofTime} AND value_id > ${after} ORDER BY value_id`, LIMITS.rows);
        for (const { body } of some) after = sums.add(body);
        isLast = some.length < LIMITS.rows;
      }
    }
    if (sums.size > 0) await write([[name, sums]]);
  }
}

/** The sums of the values of a rollup, in columns by the number of their metric; one of zeros alone is missing. */
class PeriodSums {
  readonly #places = new Map<number, number>();
  readonly #columns: (number[] | undefined)[] = METRIC_COLUMNS.map(() => undefined);
  readonly #numbers: number[] = [];

  get size(): number {
    return this.#places.size;
  }

  /** Adds a row, as a text of its rollup, its value and its sums; returns the value. */
  add(body: string): number {
    readNumbers(body, 0, this.#numbers);
    const [, value = 0] = this.#numbers;
    let place = this.#places.get(value);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(value, place);
    }
    for (let metric = 0; metric < this.#columns.length; metric++) {
      const sum = this.#numbers[metric + 2] as number;
      if (sum === 0) continue;
      const column = this.#columns[metric] ?? [];
      this.#columns[metric] = column;
      while (column.length <= place) column.push(0);
      column[place]! += sum;
    }
    return value;
  }

  pack(): Buffer {
    const values = Float64Array.from(this.#places.keys()).sort();
    const places = Array.from(values, value => this.#places.get(value) as number);
    return packColumns(
      values,
      this.#columns.map(column => column && places.map(place => column[place] ?? 0)),
    );
  }
}
