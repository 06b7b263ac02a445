import { STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import type { Vector } from './vector.ts';

/** All stored metrics; each has a value. */
export type AllSums = Record<StoredMetric, number>;

/** Zero for every metric. */
export const NO_SUMS: Readonly<AllSums> = Object.freeze(
  Object.fromEntries(STORED_METRICS.map(metric => [metric, 0])) as AllSums,
);

/** Adds one position of a vector to `sums`. */
export function addAt(sums: AllSums, { metrics, columns }: Vector, at: number): void {
  for (let column = 0; column < metrics.length; column++)
    sums[metrics[column] as StoredMetric] += columns[column]?.[at] ?? 0;
}

/** Returns the sum of all rows of a vector. */
export function sumOf({ metrics, ids, columns }: Vector): AllSums {
  const sums = { ...NO_SUMS };
  metrics.forEach((metric, place) => {
    const column = columns[place] ?? [];
    let sum = 0;
    for (let at = 0; at < ids.length; at++) sum += column[at] ?? 0;
    sums[metric] = sum;
  });
  return sums;
}
