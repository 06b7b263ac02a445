import { STORED_METRICS, type StoredMetric } from './metrics.ts';

/** The sums of one value, as a packed row. */
export type BlockRow = { readonly value: number } & Readonly<Record<StoredMetric, number>>;

/**
 * Packs the rows of one statistic and period: the number of rows, the value ids in ascending order as distances, then
 * one column per metric that is not zero everywhere. Numbers have variable length, 7 bits per byte; sums are
 * zigzag-encoded.
 */
export function packBlock(rows: readonly BlockRow[]): Buffer {
  const sorted = [...rows].sort((a, b) => a.value - b.value);
  const bytes: number[] = [];
  push(bytes, sorted.length);
  let before = 0;
  for (const { value } of sorted) {
    push(bytes, value - before);
    before = value;
  }
  STORED_METRICS.forEach((metric, index) => {
    if (sorted.every(row => row[metric] === 0)) return;
    const column: number[] = [];
    for (const row of sorted) push(column, row[metric] >= 0 ? row[metric] * 2 : -row[metric] * 2 - 1);
    push(bytes, index);
    push(bytes, column.length);
    for (const byte of column) bytes.push(byte);
  });
  return Buffer.from(bytes);
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

function push(bytes: number[], number: number): void {
  let rest = number;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
