import type { Numbers } from './columns.ts';
import type { Scratch } from './scratch.ts';

/*
 * Which hits belong to which visits, without a loop over the few hits of a visit within the loop over visits: it would
 * take twice as long, and V8 leaves code that it compiled for such a loop at the end of each visit.
 */

/** Returns the position of the first hit of each visit, and then that after the last hit. */
export function firstHits(memory: Scratch, counts: Numbers): Uint32Array {
  const firsts = memory.room(counts.length + 1);
  let hits = 0;
  for (let visit = 0; visit < counts.length; visit++) {
    firsts[visit] = hits;
    hits += counts[visit] as number;
  }
  firsts[counts.length] = hits;
  return firsts;
}

/** Returns how many of the first hits `table` has a 1 for, at every number of hits. */
export function runningTotal(memory: Scratch, values: Numbers, table: Uint8Array): Uint32Array {
  const totals = memory.room(values.length + 1);
  let total = 0;
  totals[0] = 0;
  for (let hit = 0; hit < values.length; hit++) {
    total += table[values[hit] as number] as number;
    totals[hit + 1] = total;
  }
  return totals;
}

/** Fills the mask with 1 for each visit whose hits increase the total; `counts` are the numbers of their hits. */
export function fillWithHit(mask: Uint8Array, counts: Numbers, totals: Uint32Array): void {
  let before = 0;
  let end = 0;
  for (let visit = 0; visit < mask.length; visit++) {
    end += counts[visit] as number;
    const after = totals[end] as number;
    mask[visit] = (before - after) >>> 31;
    before = after;
  }
}
