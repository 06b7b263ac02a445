import type { Numbers } from './columns.ts';
import type { IdSet } from './id-filter.ts';

/** Returns 1 for each position in `present` with an id of the set. */
export function wantedOf(present: Uint32Array, { ids, allOthersUpTo }: IdSet): Uint8Array {
  const wanted = new Uint8Array(present.length);
  if (allOthersUpTo !== undefined) wanted.fill(1, 0, lowerBound(present, allOthersUpTo + 1));
  const mark = allOthersUpTo === undefined ? 1 : 0;
  for (const id of ids) {
    const at = lowerBound(present, id);
    if (present[at] === id) wanted[at] = mark;
  }
  return wanted;
}

/** Returns the position of the first number that is not below `limit`; the numbers are in ascending order. */
export function lowerBound(numbers: Numbers, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns, for each position in `present`, the position itself if its id is one of these, or -1. */
export function placesOf(present: Uint32Array, ids: readonly number[]): Int32Array {
  const wanted = wantedOf(present, { ids });
  const places = new Int32Array(present.length);
  for (let at = 0; at < places.length; at++) places[at] = wanted[at] === 1 ? at : -1;
  return places;
}
