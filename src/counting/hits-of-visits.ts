import type { Numbers } from './columns.ts';
import { loop } from './loop.ts';
import type { Scratch } from './scratch.ts';

/*
 * Which hits belong to which visits, without a loop over the few hits of a visit within the loop over visits: it would
 * take twice as long, and V8 leaves code that it compiled for such a loop at the end of each visit.
 */

/** Returns the position of the first hit of each visit, and then that after the last hit. */
export function firstHits(memory: Scratch, counts: Numbers): Uint32Array {
  const firsts = memory.room(counts.length + 1);
  fillWithTotals(firsts, counts);
  return firsts;
}

const fillWithTotals = loop((totals: Uint32Array, counts: Numbers): void => {
  let total = 0;
  for (let at = 0; at < counts.length; at++) {
    totals[at] = total;
    total += counts[at] as number;
  }
  totals[counts.length] = total;
});

/** Returns how many of the first hits `table` has a 1 for, at every number of hits. */
export function runningTotal(memory: Scratch, values: Numbers, table: Uint8Array): Uint32Array {
  const totals = memory.room(values.length + 1);
  addUp(totals, values, table);
  return totals;
}

const addUp = loop((totals: Uint32Array, values: Numbers, table: Uint8Array): void => {
  let total = 0;
  totals[0] = 0;
  for (let at = 0; at < values.length; at++) {
    total += table[values[at] as number] as number;
    totals[at + 1] = total;
  }
});

/** Fills the mask with 1 for each visit whose hits increase the total; `counts` are the numbers of their hits. */
export const fillWithHit = loop((mask: Uint8Array, counts: Numbers, totals: Uint32Array): void => {
  let before = 0;
  let end = 0;
  for (let visit = 0; visit < mask.length; visit++) {
    end += counts[visit] as number;
    const after = totals[end] as number;
    mask[visit] = (before - after) >>> 31;
    before = after;
  }
});
