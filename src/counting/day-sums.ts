import { STORED_METRICS } from '../domain/metrics.ts';

/**
 * The changes of a fold to one rollup row, by the number of each stored metric; a bounce that became a longer visit
 * adds -1.
 */
export type Sums = number[];

const NONE: Sums = STORED_METRICS.map(() => 0);

/** Sums of one day, by rollup number and by value id (which can be negative). */
export type DaySums = Map<number, Sums>[];

/** Adds one row to another, in place. */
export function addSums(row: Sums, added: Sums): void {
  for (let index = 0; index < added.length; index++) row[index]! += added[index] as number;
}

/** Returns the row of a rollup's value; creates it with zeros if it is missing. */
export function sumsAt(sums: DaySums, rollup: number, value: number): Sums {
  let rows = sums[rollup];
  if (!rows) {
    rows = new Map();
    sums[rollup] = rows;
  }
  let row = rows.get(value);
  if (!row) {
    row = NONE.slice();
    rows.set(value, row);
  }
  return row;
}
