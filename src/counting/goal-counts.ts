import type { Numbers, Part } from './columns.ts';
import { firstHits } from './hits-of-visits.ts';
import type { HitFilter, IdFilter } from './id-filter.ts';
import { wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { Masks } from './masks.ts';
import { Scratch } from './scratch.ts';
import { countMatching, type Selection } from './selection.ts';
import { markVisits } from './visit-marks.ts';

/** How many visits there are, and how many of them match each goal. */
export interface GoalCounts {
  readonly visits: number;
  readonly of: readonly number[];
}

/** Goals that are counted at once: a byte has a bit for each of them, and one for visits that are not selected. */
const AT_ONCE = 7;
const OTHER = 1 << AT_ONCE;
/** When fewer than one visit of so many is selected, only the hits of these are read. */
const FEW = 4;

/** Counts the selected visits that match each goal. Goals of the same kind of hit are counted together. */
export function countGoals(part: Part, selection: Selection, goals: readonly IdFilter[]): GoalCounts {
  const of = new Array<number>(goals.length).fill(0);
  const places = [...goals.keys()];
  const isPlain = (at: number) => 'hit' in (goals[at] as IdFilter) && !(goals[at] as HitFilter).conditions;
  for (const at of places.filter(place => !isPlain(place)))
    of[at] = countMatching(part, selection, goals[at] as IdFilter);
  const byHit = Map.groupBy(places.filter(isPlain), at => (goals[at] as HitFilter).hit);
  for (const [hit, ofHit] of byHit) {
    const kind = hit === 'event' ? 'event' : 'pageview';
    const { values, ids } = part.column(kind, hit);
    const counts = part.column('visit', kind === 'event' ? 'triggers' : 'pages').values;
    const find = finderOf(selection.visits, counts, values);
    for (let next = 0; next < ofHit.length; next += AT_ONCE) {
      const some = ofHit.slice(next, next + AT_ONCE);
      const table = new Uint8Array((ids as Uint32Array).length);
      some.forEach((at, bit) => void addBit(table, wantedOf(ids as Uint32Array, goals[at] as HitFilter), bit));
      const times = new Uint32Array(2 * OTHER);
      const { found, from, to } = find(table);
      countBytes(times, found, from, to);
      for (let bits = 0; bits < OTHER; bits++)
        some.forEach((at, bit) => {
          if ((bits >>> bit) & 1) of[at]! += times[bits] as number;
        });
    }
  }
  return { visits: selection.visits.length, of };
}

/** The bits that the hits of each visit have, in a range of places. */
interface Found {
  readonly found: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Returns a function that finds the bits of the hits of each of these visits; `table` has the bits of each value. */
function finderOf(visits: Uint32Array, counts: Numbers, values: Numbers): (table: Uint8Array) => Found {
  if (visits.length * FEW < counts.length) {
    memory.masks.keep(0);
    const found = memory.masks.take(visits.length);
    const begins = firstHits(memory.begins, counts);
    return table => {
      findBitsOfVisits(found, visits, begins, values, table);
      return { found, from: 0, to: visits.length };
    };
  }
  const marks = markVisits(memory.masks, counts, visits, values.length, false);
  // Visits are numbered from 1.
  const found = memory.masks.take(counts.length + 1);
  return table => ({ found, from: 1, to: findBits(found, marks, values, table, OTHER) + 1 });
}

/** A thread counts one part at a time. */
const memory = { masks: new Masks(), begins: new Scratch() };

const addBit = loop((table: Uint8Array, wanted: Uint8Array, bit: number): void => {
  for (let at = 0; at < table.length; at++) table[at]! |= (wanted[at] as number) << bit;
});

/**
 * Sets the bits that the hits of each visit have in `table`, and `other` for visits that are not selected, by the number of
 * the visit among those with hits, from 1. Returns the last number.
 */
const findBits = loop(
  (found: Uint8Array, marks: Uint8Array, values: Numbers, table: Uint8Array, other: number): number => {
    let visit = 0;
    let bits = 0;
    for (let hit = 0; hit < values.length; hit++) {
      const mark = marks[hit] as number;
      visit += mark & 1;
      bits = (bits & ~-(mark & 1)) | (-(mark >>> 1) & other) | (table[values[hit] as number] as number);
      found[visit] = bits;
    }
    return visit;
  },
);

/** Sets the bits that the hits of each of these visits have in `table`. */
const findBitsOfVisits = loop(
  (found: Uint8Array, visits: Uint32Array, begins: Uint32Array, values: Numbers, table: Uint8Array): void => {
    for (let at = 0; at < visits.length; at++) {
      const visit = visits[at] as number;
      const end = begins[visit + 1] as number;
      let bits = 0;
      for (let hit = begins[visit] as number; hit < end; hit++) bits |= table[values[hit] as number] as number;
      found[at] = bits;
    }
  },
);

/** Counts each byte from a place up to another. */
const countBytes = loop((times: Uint32Array, bytes: Uint8Array, from: number, to: number): void => {
  for (let at = from; at < to; at++) times[bytes[at] as number]!++;
});
