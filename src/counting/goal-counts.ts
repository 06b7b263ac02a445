import type { Numbers, Part } from './columns.ts';
import type { HitFilter, IdFilter } from './id-filter.ts';
import { wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { Masks } from './masks.ts';
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
    const marks = markVisits(memory, counts, selection.visits, values.length, false);
    // Visits are numbered from 1.
    const found = memory.take(counts.length + 1);
    for (let from = 0; from < ofHit.length; from += AT_ONCE) {
      const some = ofHit.slice(from, from + AT_ONCE);
      const table = new Uint8Array((ids as Uint32Array).length);
      some.forEach((at, bit) => void addBit(table, wantedOf(ids as Uint32Array, goals[at] as HitFilter), bit));
      const times = new Uint32Array(2 * OTHER);
      countBytes(times, found, findBits(found, marks, values, table, OTHER));
      for (let bits = 0; bits < OTHER; bits++)
        some.forEach((at, bit) => {
          if ((bits >>> bit) & 1) of[at]! += times[bits] as number;
        });
    }
  }
  return { visits: selection.visits.length, of };
}

/** A thread counts one part at a time. */
const memory = new Masks();

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

/** Counts each byte from the place 1 to the last one. */
const countBytes = loop((times: Uint32Array, bytes: Uint8Array, last: number): void => {
  for (let at = 1; at <= last; at++) times[bytes[at] as number]!++;
});
