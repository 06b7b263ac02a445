import type { Part } from './columns.ts';
import { frequenciesOf } from './frequencies.ts';
import { firstHits } from './hits-of-visits.ts';
import { lowerBound, wantedOf } from './id-set.ts';
import { type ChosenJourneys, emptyLinks, type Journeys, type LinkCounts, type NodeCounts } from './journeys.ts';
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
  walk(selection.visits, nodes, begins, journeys, (path, length) => {
    for (let level = 0; level < length; level++) sums[level * size + (path[level] as number)]!++;
  });
  return Array.from({ length: levels }, (_, level) =>
    frequenciesOf(sums.subarray(level * size, (level + 1) * size), at => ids[at] as number),
  );
}

/** Counts the links between chosen nodes, of the same visits as the nodes. */
export function countLinks(part: Part, selection: Selection, journeys: ChosenJourneys): LinkCounts {
  const { levels, chosen } = journeys;
  const { ids, nodes, begins } = read(part, journeys);
  const size = ids.length;
  const ranks = rank(ids, chosen);
  const links = emptyLinks(chosen);
  walk(selection.visits, nodes, begins, journeys, (path, length) => {
    let from = ranks[path[0] as number] as number;
    for (let level = 1; level < levels && level <= length; level++) {
      const others = (chosen[level] as number[]).length;
      const to = level < length ? (ranks[level * size + (path[level] as number)] as number) : others + 1;
      (links[level - 1] as Uint32Array)[from * (others + 2) + to]!++;
      from = to;
    }
  });
  return links;
}

const MOST_LEVELS = 8;
/** A thread counts one part at a time. */
const memory = { nodes: new Scratch(), begins: new Scratch(), sums: new Scratch(), ranks: new Scratch() };
const path = new Uint32Array(MOST_LEVELS);

/** Calls `use` with the nodes of each visit that has any; the path is filled again for the next. */
function walk(
  visits: Uint32Array,
  nodes: Uint32Array,
  begins: Uint32Array,
  { end: backwards, levels }: Journeys,
  use: (path: Uint32Array, length: number) => void,
): void {
  for (let index = 0; index < visits.length; index++) {
    const visit = visits[index] as number;
    const [begin, end] = [begins[visit] as number, begins[visit + 1] as number];
    const length = backwards ? followBack(nodes, begin, end, levels) : follow(nodes, begin, end, levels);
    if (length > 0) use(path, length);
  }
}

/** Fills the path with the nodes of the hits from the first anchor on, and returns its length. */
function follow(nodes: Uint32Array, begin: number, end: number, levels: number): number {
  let at = begin;
  while (at < end && ((nodes[at] as number) & ANCHOR) === 0) at++;
  let last = -1;
  let length = 0;
  for (; at < end && length < levels; at++) {
    const node = (nodes[at] as number) >>> 1;
    if (node !== last) path[length++] = node;
    last = node;
  }
  return length;
}

/** The same from the last anchor back. */
function followBack(nodes: Uint32Array, begin: number, end: number, levels: number): number {
  let at = end - 1;
  while (at >= begin && ((nodes[at] as number) & ANCHOR) === 0) at--;
  let last = -1;
  let length = 0;
  for (; at >= begin && length < levels; at--) {
    const node = (nodes[at] as number) >>> 1;
    if (node !== last) path[length++] = node;
    last = node;
  }
  return length;
}

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
