import type { Column, Numbers, Part } from './columns.ts';
import type { IdFilter, IdSet } from './id-filter.ts';
import { lowerBound, wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { Masks, wordsOf } from './masks.ts';
import { visitsMatching } from './matching-visits.ts';
import { Scratch } from './scratch.ts';

/** The visits of a part that a filter selects; the memory is used again for the next selection of the thread. */
export interface Selection {
  /** Their positions, in ascending order. */
  readonly visits: Uint32Array;
  /** At the same position, 1 for the first selected visit of its visitor that day. */
  readonly isNew: Uint8Array;
}

/** Returns the visits that match the filter and began on the days `isWanted`, which are those of the part in order. */
export function select(part: Part, filter: IdFilter, isWanted: Uint8Array): Selection {
  const runs = runsOf(isWanted);
  const days = part.column('visit', 'day').values;
  const first = part.column('visit', 'first').values;
  const [run] = runs;
  if ('always' in filter && runs.length === 1 && run) return selectAll(first, days, run);
  masks.keep(0);
  // The last place takes what the loop writes after the last visit that matches.
  const isNew = masks.take(part.count.visit + 1);
  const visits = selected.room(part.count.visit + 1);
  const taken = masks.used;
  const mask = 'always' in filter ? null : maskOf(part, filter);
  let count = 0;
  for (const [firstDay, lastDay] of runs) {
    const [from, end] = [lowerBound(days, firstDay), lowerBound(days, lastDay + 1)];
    if (mask) count = addMatching(visits, isNew, count, mask, first, from, end);
    else count = addEach(visits, isNew, count, first, from, end);
  }
  masks.keep(taken);
  return { visits: visits.subarray(0, count), isNew: isNew.subarray(0, count) };
}

/** Selects every visit of a run of days, of which the first is the first one of its visitor that day. */
function selectAll(first: Numbers, days: Numbers, [firstDay, lastDay]: readonly [number, number]): Selection {
  const [from, end] = [lowerBound(days, firstDay), lowerBound(days, lastDay + 1)];
  if (places.length < end) {
    places = new Uint32Array(end + (end >>> 2));
    for (let at = 0; at < places.length; at++) places[at] = at;
  }
  return { visits: places.subarray(from, end), isNew: (first as Uint8Array).subarray(from, end) };
}

/** Adds the matching visits of a run of days after the first `count`, and returns how many there are then. */
const addMatching = loop(
  (
    visits: Uint32Array,
    isNew: Uint8Array,
    count: number,
    mask: Uint8Array,
    first: Numbers,
    from: number,
    end: number,
  ): number => {
    let length = count;
    let isFirst = 1;
    for (let at = from; at < end; at++) {
      const matches = mask[at] as number;
      isFirst |= first[at] as number;
      visits[length] = at;
      isNew[length] = isFirst;
      length += matches;
      isFirst &= matches ^ 1;
    }
    return length;
  },
);

/** The same for all visits. */
const addEach = loop(
  (visits: Uint32Array, isNew: Uint8Array, count: number, first: Numbers, from: number, end: number): number => {
    let length = count;
    for (let at = from; at < end; at++) {
      visits[length] = at;
      isNew[length++] = first[at] as number;
    }
    if (end > from) isNew[count] = 1;
    return length;
  },
);

/** Returns how many of the selected visits match a further filter. */
export function countMatching(part: Part, { visits }: Selection, filter: IdFilter): number {
  const taken = masks.used;
  const count = countIn(maskOf(part, filter), visits);
  masks.keep(taken);
  return count;
}

const countIn = loop((mask: Uint8Array, visits: Uint32Array): number => {
  let count = 0;
  for (let at = 0; at < visits.length; at++) count += mask[visits[at] as number] as number;
  return count;
});

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
  if ('always' in filter) return masks.take(part.count.visit).fill(1);
  if ('not' in filter) {
    const mask = maskOf(part, filter.not);
    invert(wordsOf(mask));
    return mask;
  }
  if ('and' in filter) {
    return combined(part, filter.and, 1, keepCommon);
  }
  if ('or' in filter) {
    return combined(part, filter.or, 0, addAll);
  }
  if ('hours' in filter) return begunIn(part.column('visit', 'hour').values, filter.hours);
  if ('column' in filter) return ofColumn(part.column('visit', filter.column), filter);
  return visitsMatching({ totals, masks }, part, filter);
}

/** Returns the masks of several filters in one; that of no filter has `none` everywhere. */
function combined(part: Part, filters: readonly IdFilter[], none: 0 | 1, add: typeof keepCommon): Uint8Array {
  const [first, ...others] = filters;
  if (!first) return masks.take(part.count.visit).fill(none);
  const mask = maskOf(part, first);
  const taken = masks.used;
  for (const other of others) {
    add(wordsOf(mask), wordsOf(maskOf(part, other)));
    masks.keep(taken);
  }
  return mask;
}

const invert = loop((mask: Int32Array): void => {
  for (let at = 0; at < mask.length; at++) mask[at]! ^= 0x01010101;
});

const keepCommon = loop((mask: Int32Array, other: Int32Array): void => {
  for (let at = 0; at < mask.length; at++) mask[at]! &= other[at] as number;
});

const addAll = loop((mask: Int32Array, other: Int32Array): void => {
  for (let at = 0; at < mask.length; at++) mask[at]! |= other[at] as number;
});

function ofColumn({ values, ids }: Column, set: IdSet): Uint8Array {
  const mask = masks.take(values.length);
  lookUp(mask, values, wantedOf(ids as Uint32Array, set));
  return mask;
}

/** Fills the mask with what `wanted` has for each value. */
export const lookUp = loop((mask: Uint8Array, values: Numbers, wanted: Uint8Array): void => {
  for (let at = 0; at < mask.length; at++) mask[at] = wanted[values[at] as number] as number;
});

function begunIn(values: Numbers, hours: readonly number[]): Uint8Array {
  const wanted = new Uint8Array(256);
  for (const hour of hours) wanted[hour] = 1;
  const mask = masks.take(values.length);
  lookUp(mask, values, wanted);
  return mask;
}

/** A thread selects from one part at a time. */
const masks = new Masks();
const totals = new Scratch();
const selected = new Scratch();
/** Every position, in order. */
let places = new Uint32Array(0);
