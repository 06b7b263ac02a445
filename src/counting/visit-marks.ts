import type { Numbers } from './columns.ts';
import { loop } from './loop.ts';
import { type Masks, mark } from './masks.ts';

/*
 * One loop over all hits, in which a mark resets what is known of a visit without a branch, takes half the time of a loop
 * over the hits of each visit: processors cannot predict how many these are.
 */

/** The first hit of a selected visit, and of another one; both have the lowest bit, and other hits have no mark. */
const SELECTED = 1;
const OTHER = 3;

/**
 * Returns a mark for each hit; `counts` are the numbers of hits of all visits, and `visits` those that are selected. With
 * `isBackwards`, it is the last hit of a visit that is marked.
 */
export function markVisits(
  masks: Masks,
  counts: Numbers,
  visits: Uint32Array,
  hits: number,
  isBackwards: boolean,
): Uint8Array {
  masks.keep(0);
  // One place more, for marks of visits without hits before the first hit or after the last one.
  const room = masks.take(hits + 1).fill(0);
  const areAll = visits.length === counts.length;
  const isSelected = areAll ? null : masks.take(counts.length).fill(0);
  if (isSelected) mark(isSelected, visits);
  if (isBackwards) markLast(room, counts, isSelected, SELECTED, OTHER, hits);
  else markFirst(room, counts, isSelected, SELECTED, OTHER);
  return isBackwards ? room.subarray(1) : room.subarray(0, hits);
}

/*
 * The mark of a visit without hits is overwritten by that of the next visit: a branch that is taken now and then costs more
 * than all the rest.
 */

const markFirst = loop(
  (marks: Uint8Array, counts: Numbers, isSelected: Uint8Array | null, selected: number, other: number): void => {
    let hit = 0;
    for (let visit = 0; visit < counts.length; visit++) {
      marks[hit] = isSelected === null ? selected : other - (other - selected) * (isSelected[visit] as number);
      hit += counts[visit] as number;
    }
  },
);

/** `marks` has one more place before those of the hits. */
const markLast = loop(
  (
    marks: Uint8Array,
    counts: Numbers,
    isSelected: Uint8Array | null,
    selected: number,
    other: number,
    hits: number,
  ): void => {
    let end = hits;
    for (let visit = counts.length - 1; visit >= 0; visit--) {
      marks[end] = isSelected === null ? selected : other - (other - selected) * (isSelected[visit] as number);
      end -= counts[visit] as number;
    }
  },
);
