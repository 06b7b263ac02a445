import { addBlock, metricsOfBlock, packColumns } from '../domain/block.ts';
import { firstDayOfMonth, monthNumber } from '../domain/calendar.ts';
import { STORED_METRICS } from '../domain/metrics.ts';
import type { Bucket, SumsBatch } from './sums-batch.ts';

/** Value ids of a part, so that a month with any number of values is summed in little memory. */
const PART = 2 ** 14;
/** Larger than any number of entries of a batch; with an id, it still makes a safe integer. */
const MOST_ENTRIES = 2 ** 21;

/** What a batch adds to one rollup, month and part: for each day its distance from the first, the length of a block, and the block. */
export interface Run {
  readonly rollup: number;
  readonly month: number;
  readonly part: number;
  readonly body: Buffer;
}

/** Packs the entries of these buckets; `idOf` returns the value id of an entry. */
export function packRuns(batch: SumsBatch, buckets: readonly Bucket[], idOf: (entry: number) => number): Run[] {
  if (batch.length > MOST_ENTRIES) throw new RangeError('The batch has too many entries.');
  const pieces = new Map<string, { rollup: number; month: number; part: number; pieces: Buffer[] }>();
  for (const { rollup, day, entries } of buckets) {
    const month = monthNumber(day);
    const distance = day - firstDayOfMonth(month);
    // Sorting numbers that hold both the id and the place of an entry is much faster than comparing entries.
    const keys = new Float64Array(entries.length);
    for (let at = 0; at < keys.length; at++) {
      const entry = entries[at] as number;
      keys[at] = idOf(entry) * MOST_ENTRIES + entry;
    }
    keys.sort();
    for (let from = 0; from < keys.length; ) {
      const part = Math.floor((keys[from] as number) / MOST_ENTRIES / PART);
      let to = from + 1;
      while (to < keys.length && (keys[to] as number) < (part + 1) * PART * MOST_ENTRIES) to++;
      const block = packEntries(batch, batch.usedBy(rollup), keys.subarray(from, to));
      from = to;
      const key = `${rollup} ${month} ${part}`;
      const run = pieces.get(key) ?? { rollup, month, part, pieces: [] };
      pieces.set(key, run);
      const head = Buffer.alloc(5);
      head.writeUInt8(distance, 0);
      head.writeUInt32LE(block.length, 1);
      run.pieces.push(head, block);
    }
  }
  return [...pieces.values()].map(({ pieces, ...run }) => ({ ...run, body: Buffer.concat(pieces) }));
}

/** Adds up entries of the same id, and packs them; zeros are kept, because the first import of a value and day counts. */
function packEntries({ columns }: SumsBatch, used: number, keys: Float64Array): Buffer {
  const rows = keys.length;
  const ids = new Int32Array(rows);
  const places = new Int32Array(rows);
  const entries = new Int32Array(rows);
  let last = -1;
  for (let at = 0; at < rows; at++) {
    const key = keys[at] as number;
    const id = Math.floor(key / MOST_ENTRIES);
    if (last < 0 || ids[last] !== id) ids[++last] = id;
    places[at] = last;
    // A remainder would take much longer.
    entries[at] = key - id * MOST_ENTRIES;
  }
  const sums = columns.map((column, metric) => {
    if ((used & (1 << metric)) === 0) return undefined;
    const sum = new Float64Array(last + 1);
    for (let at = 0; at < rows; at++) sum[places[at] as number]! += column[entries[at] as number] as number;
    return sum;
  });
  return packColumns(ids.subarray(0, last + 1), sums);
}

/** Yields the days of a run, each with its block. */
export function* daysOfRun(month: number, body: Buffer): Generator<readonly [day: number, block: Buffer]> {
  const first = firstDayOfMonth(month);
  for (let at = 0; at < body.length; ) {
    const start = at + 5;
    const end = start + body.readUInt32LE(at + 1);
    yield [first + body.readUInt8(at), body.subarray(start, end)];
    at = end;
  }
}

/** The sums of one part of the value ids, which is emptied and used again. */
export class PartSums {
  /** By the number of each metric that was ever added; a month has one of these for each day. */
  readonly #columns: Float64Array[] = [];
  readonly #has = new Uint8Array(PART);
  readonly #ids = new Int32Array(PART);
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds a block, all ids of which must belong to the same part. */
  add(block: Uint8Array): void {
    for (const metric of metricsOfBlock(block)) this.#columns[metric] ??= new Float64Array(PART);
    addBlock(block, STORED_METRICS, ids => {
      for (let row = 0; row < ids.length; row++) {
        const id = ids[row] as number;
        const place = id % PART;
        ids[row] = place;
        if (this.#has[place] === 1) continue;
        this.#has[place] = 1;
        this.#ids[this.#size++] = id;
      }
      return this.#columns;
    });
  }

  /** Packs the sums, under other ids if they are given, and starts again from nothing. */
  take(renamed: (id: number) => number = id => id): Buffer {
    const ids = this.#ids.subarray(0, this.#size).sort();
    const columns = this.#columns.map(column => {
      const sums = new Float64Array(ids.length);
      for (let row = 0; row < ids.length; row++) {
        const place = (ids[row] as number) % PART;
        sums[row] = column[place] as number;
        column[place] = 0;
      }
      return sums;
    });
    for (const id of ids) this.#has[id % PART] = 0;
    const block = packColumns(ids.map(renamed), columns);
    this.#size = 0;
    return block;
  }
}
