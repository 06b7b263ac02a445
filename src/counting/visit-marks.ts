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
  const marks = masks.take(hits).fill(0);
  const areAll = visits.length === counts.length;
  const isSelected = areAll ? null : masks.take(counts.length).fill(0);
  if (isSelected) mark(isSelected, visits);
  markEnds(marks, counts, isSelected, isBackwards, SELECTED, OTHER);
  return marks;
}

const markEnds = loop(
  (
    marks: Uint8Array,
    counts: Numbers,
    isSelected: Uint8Array | null,
    isBackwards: boolean,
    selected: number,
    other: number,
  ): void => {
    let hit = 0;
    for (let visit = 0; visit < counts.length; visit++) {
      const length = counts[visit] as number;
      if (length > 0)
        marks[isBackwards ? hit + length - 1 : hit] = isSelected === null || isSelected[visit] === 1 ? selected : other;
      hit += length;
    }
  },
);
