import type { Numbers, Part } from './columns.ts';
import { frequenciesOf } from './frequencies.ts';
import { lowerBound, wantedOf } from './id-set.ts';
import { type ChosenJourneys, emptyLinks, type Journeys, type LinkCounts, type NodeCounts } from './journeys.ts';
import { loop } from './loop.ts';
import { Masks } from './masks.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';
import { markVisits } from './visit-marks.ts';

/** The lowest bit of a hit's node is 1 where a journey may begin, or end. */
const ANCHOR = 1;

/** Counts the nodes of the selected visits of a part. */
export function countNodes(part: Part, selection: Selection, journeys: Journeys): NodeCounts {
  const { levels } = journeys;
  const { ids, values, table, begins } = read(part, selection, journeys);
  const size = ids.length;
  const sums = memory.sums.zeros(levels * size);
  addNodes(values, table, begins, journeys.end !== null, levels, size, sums);
  return Array.from({ length: levels }, (_, level) =>
    frequenciesOf(sums.subarray(level * size, (level + 1) * size), at => ids[at] as number),
  );
}

/** Counts the links between chosen nodes, of the same visits as the nodes. */
export function countLinks(part: Part, selection: Selection, journeys: ChosenJourneys): LinkCounts {
  const { levels, chosen } = journeys;
  const { ids, values, table, begins } = read(part, selection, journeys);
  const ranks = rank(ids, chosen);
  // All chosen nodes of a level, and all others.
  const width = chosen.reduce((most, { length }) => Math.max(most, length), 0) + 1;
  const square = width * width;
  const sums = memory.sums.zeros(levels * square);
  addLinks(values, table, begins, journeys.end !== null, levels, ids.length, ranks, width, sums);
  const links = emptyLinks(chosen);
  let present = sums.subarray(0, width);
  links.forEach((ofLevel, at) => {
    const block = sums.subarray((at + 1) * square, (at + 2) * square);
    const [from, to] = [(chosen[at]?.length ?? 0) + 1, (chosen[at + 1]?.length ?? 0) + 1];
    const next = new Uint32Array(width);
    for (let row = 0; row < from; row++) {
      let left = present[row] as number;
      for (let column = 0; column < to; column++) {
        const visits = block[row * width + column] as number;
        ofLevel[row * (to + 1) + column] = visits;
        next[column]! += visits;
        left -= visits;
      }
      // The visits that have no further node.
      ofLevel[row * (to + 1) + to] = left;
    }
    present = next;
  });
  return links;
}

/** A thread counts one part at a time. */
const memory = { masks: new Masks(), sums: new Scratch(), ranks: new Scratch() };

/* A journey goes through the hits from the first anchor on or, backwards, from the last. */

/** Counts the nodes by level. `table` has the node of each value, shifted to make room for ANCHOR. */
const addNodes = loop(
  (
    values: Numbers,
    table: Uint32Array,
    begins: Uint8Array,
    backwards: boolean,
    levels: number,
    size: number,
    sums: Uint32Array,
  ): void => {
    const enough = levels * size;
    const step = backwards ? -1 : 1;
    let row = 0;
    let last = -1;
    let hasBegun = 0;
    for (let left = values.length, hit = backwards ? left - 1 : 0; left > 0; left--, hit += step) {
      const mark = begins[hit] as number;
      const reset = -(mark & 1);
      const entry = table[values[hit] as number] as number;
      const node = entry >>> 1;
      // Visits that are not selected have enough from the beginning.
      row = (row & ~reset) | (-(mark >>> 1) & enough);
      last |= reset;
      hasBegun = (hasBegun & ~reset) | (entry & 1);
      if (node !== last && row < enough && hasBegun !== 0) {
        sums[row + node]!++;
        row += size;
      }
      last = node | (hasBegun - 1);
    }
  },
);

/**
 * Counts the links by the ranks of both their nodes: a block of `width` rows for each level. The first block has one row,
 * with the ranks of the first nodes.
 */
const addLinks = loop(
  (
    values: Numbers,
    table: Uint32Array,
    begins: Uint8Array,
    backwards: boolean,
    levels: number,
    size: number,
    ranks: Uint32Array,
    width: number,
    sums: Uint32Array,
  ): void => {
    const enough = levels * size;
    const square = width * width;
    const step = backwards ? -1 : 1;
    let level = 0;
    let block = 0;
    let row = 0;
    let last = -1;
    let hasBegun = 0;
    for (let left = values.length, hit = backwards ? left - 1 : 0; left > 0; left--, hit += step) {
      const mark = begins[hit] as number;
      const reset = -(mark & 1);
      const entry = table[values[hit] as number] as number;
      const node = entry >>> 1;
      level = (level & ~reset) | (-(mark >>> 1) & enough);
      block &= ~reset;
      row &= ~reset;
      last |= reset;
      hasBegun = (hasBegun & ~reset) | (entry & 1);
      if (node !== last && level < enough && hasBegun !== 0) {
        const to = ranks[level + node] as number;
        sums[row + to]!++;
        level += size;
        block += square;
        row = block + to * width;
      }
      last = node | (hasBegun - 1);
    }
  },
);

/** Returns the values of the hits, the node of each value as a position in `ids`, and where visits begin. */
function read(part: Part, { visits }: Selection, { by, groups, start, end }: Journeys) {
  const { values, ids: valueIds } = part.column(by === 'page' ? 'pageview' : 'event', by);
  const present = valueIds as Uint32Array;
  const ids = groups ? Uint32Array.from(new Set(present.map(id => groups[id] ?? 0))).sort() : present;
  const anchors = start ?? end;
  const isAnchor = anchors ? wantedOf(present, anchors) : new Uint8Array(present.length).fill(ANCHOR);
  const table = Uint32Array.from(present, (id, at) => {
    const node = groups ? lowerBound(ids, groups[id] ?? 0) : at;
    return node * 2 + (isAnchor[at] as number);
  });
  const counts = part.column('visit', by === 'page' ? 'pages' : 'triggers').values;
  const begins = markVisits(memory.masks, counts, visits, values.length, end !== null);
  return { ids, values, table, begins };
}

/** Returns at each level the place of each node among the chosen ones; after the last for all others. */
function rank(ids: Uint32Array, chosen: ChosenJourneys['chosen']): Uint32Array {
  const ranks = memory.ranks.room(chosen.length * ids.length);
  chosen.forEach((nodes, level) => {
    ranks.fill(nodes.length, level * ids.length, (level + 1) * ids.length);
    nodes.forEach((node, place) => {
      const at = lowerBound(ids, node);
      if (ids[at] === node) ranks[level * ids.length + at] = place;
    });
  });
  return ranks;
}
