import { STORED_METRICS, type StoredMetric } from './metrics.ts';

/** The sums of one value, as a packed row. */
export type BlockRow = { readonly value: number } & Readonly<Record<StoredMetric, number>>;

/**
 * Packs the rows of one statistic and period: the number of rows, the value ids as distances, then one column per metric that
 * is not zero everywhere. Numbers have variable length, 7 bits per byte; sums are zigzag-encoded. The ids are in ascending
 * order, and the columns are given by the number of their metric; a missing one is one of zeros.
 */
export function packColumns(ids: ArrayLike<number>, columns: readonly (ArrayLike<number> | undefined)[]): Buffer {
  const rows = ids.length;
  written = 0;
  makeRoom((rows + 1) * LONGEST);
  writeNumber(rows);
  let before = 0;
  for (let row = 0; row < rows; row++) {
    const id = ids[row] as number;
    writeNumber(id - before);
    before = id;
  }
  columns.forEach((column, metric) => {
    if (!column || !hasAny(column, rows)) return;
    makeRoom((rows + 2) * LONGEST);
    writeNumber(metric);
    // The length goes before the column, and is only known after it.
    const start = written;
    for (let row = 0; row < rows; row++) {
      const sum = column[row] as number;
      writeNumber(sum >= 0 ? sum * 2 : -sum * 2 - 1);
    }
    const length = written - start;
    const end = written;
    writeNumber(length);
    const size = written - end;
    output.copyWithin(start + size, start, end);
    written = start;
    writeNumber(length);
    written += length;
  });
  return Buffer.from(output.subarray(0, written));
}

function hasAny(column: ArrayLike<number>, rows: number): boolean {
  for (let row = 0; row < rows; row++) if (column[row] !== 0) return true;
  return false;
}

/** The most bytes of a number. */
const LONGEST = 8;
/** What is being packed; reused, like `scratch`. */
let output = new Uint8Array(65_536);
let written = 0;

function makeRoom(bytes: number): void {
  if (written + bytes <= output.length) return;
  const wider = new Uint8Array((written + bytes) * 2);
  wider.set(output.subarray(0, written));
  output = wider;
}

function writeNumber(number: number): void {
  let rest = number;
  while (rest >= 128) {
    output[written++] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  output[written++] = rest;
}

/** Replaces ids in ascending order by their positions, in place, and returns columns with room for these positions. */
export type PlaceIds = (ids: Int32Array) => readonly Float64Array[];

/** Adds the sums of these metrics in a block to columns. The ids passed to `place` are valid until the next call. */
export function addBlock(block: Uint8Array, metrics: readonly StoredMetric[], place: PlaceIds): void {
  cursor = 0;
  const rows = readNumber(block);
  if (scratch.length < rows) scratch = new Int32Array(rows * 2);
  const positions = scratch.subarray(0, rows);
  let id = 0;
  // Most numbers are one byte, and a local variable is faster than the cursor.
  let at = cursor;
  for (let row = 0; row < rows; row++) {
    let distance = block[at++] as number;
    if (distance > 127) {
      cursor = at - 1;
      distance = readNumber(block);
      at = cursor;
    }
    id += distance;
    positions[row] = id;
  }
  cursor = at;
  const columns = place(positions);
  while (cursor < block.length) {
    const column = columns[metrics.indexOf(STORED_METRICS[readNumber(block)] as StoredMetric)];
    const length = readNumber(block);
    if (!column) {
      cursor += length;
      continue;
    }
    at = cursor;
    for (let row = 0; row < rows; row++) {
      let folded = block[at++] as number;
      if (folded > 127) {
        cursor = at - 1;
        folded = readNumber(block);
        at = cursor;
      }
      column[positions[row] as number]! += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
    cursor = at;
  }
}

/** Returns the numbers of the metrics that a block has sums of. */
export function metricsOfBlock(block: Uint8Array): number[] {
  cursor = 0;
  let ids = readNumber(block);
  // The last byte of a number is below 128.
  while (ids > 0) if ((block[cursor++] as number) < 128) ids--;
  const metrics: number[] = [];
  while (cursor < block.length) {
    metrics.push(readNumber(block));
    const length = readNumber(block);
    cursor += length;
  }
  return metrics;
}

/** Returns the ids of a block in ascending order, and the sums of these metrics in the same order. */
export function columnsOfBlock(
  block: Uint8Array,
  metrics: readonly StoredMetric[],
): { readonly ids: Int32Array; readonly columns: readonly Float64Array[] } {
  let ids = NO_IDS;
  let columns: Float64Array[] = [];
  addBlock(block, metrics, found => {
    ids = found.slice();
    found.forEach((_, at) => {
      found[at] = at;
    });
    columns = metrics.map(() => new Float64Array(ids.length));
    return columns;
  });
  return { ids, columns };
}

const NO_IDS = new Int32Array(0);

/** Returns the rows of a block, in the order of their values. */
export function rowsOfBlock(block: Uint8Array): BlockRow[] {
  const { ids, columns } = columnsOfBlock(block, STORED_METRICS);
  return Array.from(ids, (value, at) => {
    const row = { value } as Record<'value' | StoredMetric, number>;
    STORED_METRICS.forEach((metric, index) => {
      row[metric] = columns[index]?.[at] as number;
    });
    return row;
  });
}

/** Reused for all blocks: allocating an array per block took as long as everything else. */
let scratch = new Int32Array(4_096);

/** The position of `readNumber`; an object per read would cost more than the read itself. */
let cursor = 0;

function readNumber(block: Uint8Array): number {
  const first = block[cursor++] as number;
  if (first < 128) return first;
  const second = block[cursor++] as number;
  let number = (first & 127) | ((second & 127) << 7);
  if (second < 128) return number;
  for (let scale = 16_384; ; scale *= 128) {
    const byte = block[cursor++] as number;
    number += (byte & 127) * scale;
    if (byte < 128) return number;
  }
}
