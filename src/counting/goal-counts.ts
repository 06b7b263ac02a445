import type { Part } from './columns.ts';
import { addUp, firstHits } from './hits-of-visits.ts';
import type { HitFilter, IdFilter } from './id-filter.ts';
import { wantedOf } from './id-set.ts';
import { loop } from './loop.ts';
import { Scratch } from './scratch.ts';
import { countMatching, type Selection } from './selection.ts';

/** How many visits there are, and how many of them match each goal. */
export interface GoalCounts {
  readonly visits: number;
  readonly of: readonly number[];
}

const BITS = 32;

/**
 * Counts the selected visits that match each goal. Goals of the same kind of hit are counted together: a running total
 * of their hits has some bits for each, which are as many as the most hits of a visit need.
 */
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
    const begins = firstHits(memory.begins, counts);
    const bits = 8 * counts.BYTES_PER_ELEMENT;
    const atOnce = BITS / bits;
    for (let from = 0; from < ofHit.length; from += atOnce) {
      const some = ofHit.slice(from, from + atOnce);
      const table = new Uint32Array((ids as Uint32Array).length);
      some.forEach((at, lane) => {
        markIn(table, wantedOf(ids as Uint32Array, goals[at] as HitFilter), lane * bits);
      });
      const totals = memory.totals.room(values.length + 1);
      addUp(totals, values, table);
      const hits = hitsOf(selection.visits, begins, totals, memory.hits.room(selection.visits.length));
      some.forEach((at, lane) => {
        of[at] = countWith(hits, selection.visits.length, lane * bits, 2 ** bits - 1);
      });
    }
  }
  return { visits: selection.visits.length, of };
}

const memory = { begins: new Scratch(), totals: new Scratch(), hits: new Scratch() };

const markIn = loop((table: Uint32Array, wanted: Uint8Array, shift: number): void => {
  for (let at = 0; at < table.length; at++) table[at]! |= (wanted[at] as number) << shift;
});

/** Returns by how much the hits of each visit increase the total. */
const hitsOf = loop((visits: Uint32Array, begins: Uint32Array, totals: Uint32Array, hits: Uint32Array): Uint32Array => {
  for (let at = 0; at < visits.length; at++) {
    const visit = visits[at] as number;
    hits[at] = (totals[begins[visit + 1] as number] as number) - (totals[begins[visit] as number] as number);
  }
  return hits;
});

/** Returns how many of the first numbers have any of these bits from `shift` on. */
const countWith = loop((numbers: Uint32Array, length: number, shift: number, bits: number): number => {
  let count = 0;
  for (let at = 0; at < length; at++) count += (((numbers[at] as number) >>> shift) & bits) === 0 ? 0 : 1;
  return count;
});
