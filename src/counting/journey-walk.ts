import type { Part } from './columns.ts';
import { frequenciesOf } from './frequencies.ts';
import { firstHits } from './hits-of-visits.ts';
import { lowerBound, wantedOf } from './id-set.ts';
import { type ChosenJourneys, emptyLinks, type Journeys, type LinkCounts, type NodeCounts } from './journeys.ts';
import { loop } from './loop.ts';
import { Scratch } from './scratch.ts';
import type { Selection } from './selection.ts';

/** The lowest bit of a hit's node is 1 where a journey may begin, or end. */
const ANCHOR = 1;

/** Counts the nodes of the selected visits of a part. */
export function countNodes(part: Part, selection: Selection, journeys: Journeys): NodeCounts {
  const { levels } = journeys;
  const { ids, nodes, begins } = read(part, journeys);
  const size = ids.length;
  const sums = memory.sums.zeros(levels * size);
  addNodes(selection.visits, nodes, begins, journeys.end !== null, levels, size, sums);
  return Array.from({ length: levels }, (_, level) =>
    frequenciesOf(sums.subarray(level * size, (level + 1) * size), at => ids[at] as number),
  );
}

/** Counts the links between chosen nodes, of the same visits as the nodes. */
export function countLinks(part: Part, selection: Selection, journeys: ChosenJourneys): LinkCounts {
  const { levels, chosen } = journeys;
  const { ids, nodes, begins } = read(part, journeys);
  const ranks = rank(ids, chosen);
  const links = emptyLinks(chosen);
  // By level: where its links from the level before begin in a common list, and how many nodes they can lead to.
  const widths = Uint32Array.from(chosen, ofLevel => ofLevel.length + 2);
  const offsets = new Uint32Array(levels + 1);
  links.forEach((ofLevel, at) => {
    offsets[at + 2] = (offsets[at + 1] as number) + ofLevel.length;
  });
  const sums = memory.sums.zeros(offsets[levels] as number);
  addLinks(selection.visits, nodes, begins, journeys.end !== null, levels, ids.length, ranks, widths, offsets, sums);
  return links.map((ofLevel, at) => {
    ofLevel.set(sums.subarray(offsets[at + 1], offsets[at + 2]));
    return ofLevel;
  });
}

/** A thread counts one part at a time. */
const memory = { nodes: new Scratch(), begins: new Scratch(), sums: new Scratch(), ranks: new Scratch() };

/* A journey goes through the hits from the first anchor on or, backwards, from the last. */

const addNodes = loop(
  (
    visits: Uint32Array,
    nodes: Uint32Array,
    begins: Uint32Array,
    backwards: boolean,
    levels: number,
    size: number,
    sums: Uint32Array,
  ): void => {
    const step = backwards ? -1 : 1;
    const enough = levels * size;
    for (let index = 0; index < visits.length; index++) {
      const visit = visits[index] as number;
      const [first, after] = [begins[visit] as number, begins[visit + 1] as number];
      let at = backwards ? after - 1 : first;
      const end = backwards ? first - 1 : after;
      // The lowest bit is ANCHOR.
      while (at !== end && ((nodes[at] as number) & 1) === 0) at += step;
      let last = -1;
      for (let row = 0; at !== end && row < enough; at += step) {
        const node = (nodes[at] as number) >>> 1;
        if (node === last) continue;
        sums[row + node]!++;
        row += size;
        last = node;
      }
    }
  },
);

/** The same for links; the one from the last node leads to the end of the visit. */
const addLinks = loop(
  (
    visits: Uint32Array,
    nodes: Uint32Array,
    begins: Uint32Array,
    backwards: boolean,
    levels: number,
    size: number,
    ranks: Uint32Array,
    widths: Uint32Array,
    offsets: Uint32Array,
    sums: Uint32Array,
  ): void => {
    const step = backwards ? -1 : 1;
    for (let index = 0; index < visits.length; index++) {
      const visit = visits[index] as number;
      const [first, after] = [begins[visit] as number, begins[visit + 1] as number];
      let at = backwards ? after - 1 : first;
      const end = backwards ? first - 1 : after;
      while (at !== end && ((nodes[at] as number) & 1) === 0) at += step;
      let last = -1;
      let level = 0;
      let from = 0;
      for (; at !== end && level < levels; at += step) {
        const node = (nodes[at] as number) >>> 1;
        if (node === last) continue;
        const to = ranks[level * size + node] as number;
        if (level > 0) sums[(offsets[level] as number) + from * (widths[level] as number) + to]!++;
        from = to;
        level++;
        last = node;
      }
      if (level === 0 || level === levels) continue;
      const width = widths[level] as number;
      sums[(offsets[level] as number) + from * width + width - 1]!++;
    }
  },
);

/** Returns the node of each hit as a position in `ids`, shifted to make room for ANCHOR, and where the hits of each visit begin. */
function read(part: Part, { by, groups, start, end }: Journeys) {
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
  return { ids, nodes: memory.nodes.lookUp(values, table), begins: firstHits(memory.begins, counts) };
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
