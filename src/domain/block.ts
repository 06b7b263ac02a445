import type { Metric } from './statistics.ts';

/** The sums a block keeps, in the order of its columns. */
const METRICS: readonly Metric[] = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'];

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

/** Calls `found` for each id, in order, with its position; then `add` for each sum of the metrics asked for that is not zero. */
export function unpackBlock(
  block: Uint8Array,
  metrics: readonly Metric[],
  found: (id: number, row: number) => void,
  add: (metric: number, row: number, sum: number) => void,
): void {
  let at = 0;
  const next = (): number => {
    let number = 0;
    let scale = 1;
    for (;;) {
      const byte = block[at++] as number;
      number += (byte & 127) * scale;
      if (byte < 128) return number;
      scale *= 128;
    }
  };
  const rows = next();
  let id = 0;
  for (let row = 0; row < rows; row++) {
    id += next();
    found(id, row);
  }
  while (at < block.length) {
    const metric = metrics.indexOf(METRICS[next()] as Metric);
    const length = next();
    if (metric < 0) {
      at += length;
      continue;
    }
    for (let row = 0; row < rows; row++) {
      const folded = next();
      if (folded !== 0) add(metric, row, folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
    }
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
