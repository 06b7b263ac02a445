import type { Metric } from '../domain/statistic.ts';

/** What a fold adds to one rollup row; a bounce that became a longer visit adds -1. */
export type Sums = Record<Metric, number>;

/** Sums of one day by `rollupKey`. */
export type DaySums = Map<number, Sums>;

/** One number for a rollup's name and value id (which may be below 0), to be taken apart by `splitRollupKey`. */
export function rollupKey(rollup: number, value: number): number {
  return rollup * 2 ** 33 + value + 2 ** 32;
}

export function splitRollupKey(key: number): { rollup: number; value: number } {
  const rollup = Math.floor(key / 2 ** 33);
  return { rollup, value: key - rollup * 2 ** 33 - 2 ** 32 };
}

/** The row of a rollup's value, made with zeros when it is not there yet. */
export function sumsAt(sums: DaySums, rollup: number, value: number): Sums {
  const key = rollupKey(rollup, value);
  let row = sums.get(key);
  if (!row) {
    row = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0, events: 0 };
    sums.set(key, row);
  }
  return row;
}
