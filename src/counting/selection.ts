import type { Column, Numbers, Part } from './columns.ts';
import type { IdFilter, IdSet } from './id-filter.ts';

/** The visits of a part that a filter selects. */
export interface Selection {
  /** Their positions, in ascending order. */
  readonly visits: Uint32Array;
  /** At the same position, 1 for the first selected visit of its visitor that day. */
  readonly isNew: Uint8Array;
}

/** Returns the visits that match the filter and began on the days `isWanted`, which are those of the part in order. */
export function select(part: Part, filter: IdFilter, isWanted: Uint8Array): Selection {
  const mask = maskOf(part, filter);
  const days = part.column('visit', 'day').values;
  const first = part.column('visit', 'first').values;
  const visits = new Uint32Array(part.count.visit);
  const isNew = new Uint8Array(part.count.visit);
  let count = 0;
  let isFirst = 1;
  for (const [from, to] of runsOf(isWanted)) {
    const end = lowerBound(days, to + 1);
    for (let at = lowerBound(days, from); at < end; at++) {
      isFirst |= first[at] as number;
      if (mask[at] === 0) continue;
      visits[count] = at;
      isNew[count++] = isFirst;
      isFirst = 0;
    }
  }
  return { visits: visits.subarray(0, count), isNew: isNew.subarray(0, count) };
}

/** Returns how many of the selected visits match a further filter. */
export function countMatching(part: Part, { visits }: Selection, filter: IdFilter): number {
  const mask = maskOf(part, filter);
  let count = 0;
  for (let at = 0; at < visits.length; at++) count += mask[visits[at] as number] as number;
  return count;
}

/** Returns the first and last position of each run of ones. */
function runsOf(flags: Uint8Array): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < flags.length; at++) {
    if (flags[at] === 0) continue;
    const last = runs.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

/** Returns 1 for each visit that matches. */
function maskOf(part: Part, filter: IdFilter): Uint8Array {
  if ('always' in filter) return new Uint8Array(part.count.visit).fill(1);
  if ('not' in filter) {
    const mask = maskOf(part, filter.not);
    for (let at = 0; at < mask.length; at++) mask[at]! ^= 1;
    return mask;
  }
  if ('and' in filter) {
    const mask = new Uint8Array(part.count.visit).fill(1);
    for (const each of filter.and) {
      const other = maskOf(part, each);
      for (let at = 0; at < mask.length; at++) mask[at]! &= other[at] as number;
    }
    return mask;
  }
  if ('or' in filter) {
    const mask = new Uint8Array(part.count.visit);
    for (const each of filter.or) {
      const other = maskOf(part, each);
      for (let at = 0; at < mask.length; at++) mask[at]! |= other[at] as number;
    }
    return mask;
  }
  if ('column' in filter) return ofColumn(part.column('visit', filter.column), filter);
  return filter.hit === 'event'
    ? ofHits(part, part.column('visit', 'triggers').values, part.column('event', 'event'), filter)
    : ofHits(part, part.column('visit', 'pages').values, part.column('pageview', filter.hit), filter);
}

function ofColumn({ values, ids }: Column, set: IdSet): Uint8Array {
  const wanted = wantedOf(ids as Uint32Array, set);
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < mask.length; at++) mask[at] = wanted[values[at] as number] as number;
  return mask;
}

/** Returns 1 for each visit with such a hit; `counts` are the numbers of hits of the visits. */
function ofHits(part: Part, counts: Numbers, { values, ids }: Column, set: IdSet): Uint8Array {
  const wanted = wantedOf(ids as Uint32Array, set);
  const mask = new Uint8Array(part.count.visit);
  let hit = 0;
  for (let at = 0; at < mask.length; at++) {
    let found = 0;
    for (const end = hit + (counts[at] as number); hit < end; hit++) found |= wanted[values[hit] as number] as number;
    mask[at] = found;
  }
  return mask;
}

/** Returns 1 for each position in `present` with an id of the set. */
export function wantedOf(present: Uint32Array, { ids, allOthersUpTo }: IdSet): Uint8Array {
  const wanted = new Uint8Array(present.length);
  if (allOthersUpTo !== undefined)
    for (let at = 0; at < present.length; at++) wanted[at] = (present[at] as number) <= allOthersUpTo ? 1 : 0;
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
