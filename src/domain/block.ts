import { METRICS, type Metric } from './statistic.ts';

/** One value's sums, as they are packed. */
export type BlockRow = { readonly value: number } & Readonly<Record<Metric, number>>;

/**
 * Packs the rows of one statistic and period: their number, their value ids in ascending order as distances, then each sum
 * that is not zero everywhere as a column of its own. All numbers are variable-length, 7 bits a byte, signs folded in.
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
  METRICS.forEach((metric, index) => {
    if (sorted.every(row => row[metric] === 0)) return;
    const column: number[] = [];
    for (const row of sorted) push(column, row[metric] >= 0 ? row[metric] * 2 : -row[metric] * 2 - 1);
    push(bytes, index);
    push(bytes, column.length);
    for (const byte of column) bytes.push(byte);
  });
  return Buffer.from(bytes);
}

/** What a block holds: ids in ascending order, and for each metric asked for its sums in that order, or null when all are zero. */
export interface Unpacked {
  readonly ids: Int32Array;
  readonly columns: readonly (Float64Array | null)[];
}

/** Unpacks the ids and the metrics asked for; the rest is skipped. Throws nothing: a block is only ever what `packBlock` made. */
export function unpackBlock(block: Uint8Array, metrics: readonly Metric[]): Unpacked {
  cursor = 0;
  const rows = readNumber(block);
  const ids = new Int32Array(rows);
  let id = 0;
  for (let row = 0; row < rows; row++) {
    id += readNumber(block);
    ids[row] = id;
  }
  const columns: (Float64Array | null)[] = metrics.map(() => null);
  while (cursor < block.length) {
    const wanted = metrics.indexOf(METRICS[readNumber(block)] as Metric);
    const length = readNumber(block);
    if (wanted < 0) {
      cursor += length;
      continue;
    }
    const column = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const folded = readNumber(block);
      column[row] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    }
    columns[wanted] = column;
  }
  return { ids, columns };
}

/** Where `readNumber` stands. A variable of the module, since a read is one of millions and objects would cost more than it. */
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
