import { type BlockRow, packColumns } from '../../src/domain/block.ts';
import { STORED_METRICS } from '../../src/domain/metrics.ts';

/** Packs the rows of one statistic and period. */
export function packBlock(rows: readonly BlockRow[]): Buffer {
  const sorted = [...rows].sort((a, b) => a.value - b.value);
  return packColumns(
    sorted.map(({ value }) => value),
    STORED_METRICS.map(metric => sorted.map(row => row[metric])),
  );
}
