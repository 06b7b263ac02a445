import { ROLLUP_DAY } from '../counting/rollups.ts';
import { NO_SUMS } from '../counting/vector.ts';
import type { Executor } from '../db/dialect.ts';
import { type ImportPeriod, readImportBlocks, readImports, rollupsOfImport } from '../db/rollups/imported.ts';
import type { SumRow } from '../db/rollups/sums.ts';
import { type BlockRow, rowsOfBlock } from '../domain/block.ts';
import { firstDayOfMonth, lastDayOfMonth } from '../domain/calendar.ts';
import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { isNumbered } from './sums-batch.ts';

/** A day or month of an import that is not the sum of its days. */
export interface ImportDifference {
  readonly period: 'day' | 'month';
  readonly stored: SumRow | null;
  readonly counted: SumRow | null;
}

type Sums = Map<number, Record<'value' | StoredMetric, number>>;

/**
 * Compares the months of the imports that count, and their days by time, with their days by value, a month of a rollup
 * at a time. Their files are gone, so nothing else can be compared.
 */
export async function verifyImports(
  executor: Executor,
  website: number,
): Promise<{ readonly rows: number; readonly differences: readonly ImportDifference[] }> {
  const differences: ImportDifference[] = [];
  let rows = 0;
  for (const id of await readImports(executor, website))
    for (const { rollup, from, to } of await rollupsOfImport(executor, website, id))
      for (let month = from; month <= to; month++) {
        const read = (period: ImportPeriod, range: { readonly from: number; readonly to: number }) =>
          readImportBlocks(executor, website, [id], { rollup, period, ...range });
        const inMonth = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) };
        const days = await read('day', inMonth);
        const counted: Sums = new Map();
        for (const { body } of days) for (const row of rowsOfBlock(body)) addRow(counted, row);
        rows += counted.size;
        const stored: Sums = new Map();
        for (const { body } of await read('month', { from: month, to: month }))
          for (const row of rowsOfBlock(body)) addRow(stored, row);
        differences.push(...compare('month', { rollup, at: month }, stored, counted));
        if (!isNumbered(rollup)) continue;
        const timed = Map.groupBy(await read('time', inMonth), ({ at }) => at);
        for (const [at, blocks] of Map.groupBy(days, ({ at }) => at)) {
          const [ofDay, byTime]: [Sums, Sums] = [new Map(), new Map()];
          const timeOf = (hour: number) => (rollup === ROLLUP_DAY ? at : at * 24 + hour);
          for (const { body } of blocks)
            for (const row of rowsOfBlock(body)) addRow(ofDay, { ...row, value: timeOf(row.value) });
          for (const { body } of timed.get(at) ?? []) for (const row of rowsOfBlock(body)) addRow(byTime, row);
          differences.push(...compare('day', { rollup, at }, byTime, ofDay));
        }
      }
  return { rows, differences };
}

function addRow(sums: Sums, row: BlockRow): void {
  const sum = sums.get(row.value);
  if (sum) for (const metric of STORED_METRICS) sum[metric] += row[metric];
  else sums.set(row.value, { ...row });
}

/** Takes what is equal out of `counted`. */
function compare(
  period: ImportDifference['period'],
  where: Pick<SumRow, 'rollup' | 'at'>,
  stored: Sums,
  counted: Sums,
): ImportDifference[] {
  const differences: ImportDifference[] = [];
  for (const [value, row] of stored) {
    const sum = counted.get(value);
    counted.delete(value);
    if (STORED_METRICS.every(metric => row[metric] === (sum ?? NO_SUMS)[metric])) continue;
    differences.push({ period, stored: { ...where, ...row }, counted: sum ? { ...where, ...sum } : null });
  }
  for (const sum of counted.values()) differences.push({ period, stored: null, counted: { ...where, ...sum } });
  return differences;
}
