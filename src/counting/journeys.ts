import { addFrequencies, type Frequencies, mostFrequent, totalOf } from './frequencies.ts';
import type { IdSet } from './id-filter.ts';

/** What journeys lead through, with value ids in place of texts. */
export interface Journeys {
  /** A node is a page or an event, or a group of pages. */
  readonly by: 'page' | 'event';
  /** The group at the value id of each page; 0 beyond the last. Null if each page is a node of its own. */
  readonly groups: Uint32Array | null;
  /** Journeys begin with the first of these hits of a visit, or end with the last and are followed back; at most one. */
  readonly start: IdSet | null;
  readonly end: IdSet | null;
  /** From 2 to 8. */
  readonly levels: number;
}

/** How many visits have each node (a page, an event or a group) at each level. */
export type NodeCounts = readonly Frequencies[];

/** Journeys with the nodes of each level that are counted separately. */
export interface ChosenJourneys extends Journeys {
  readonly chosen: readonly (readonly number[])[];
}

/**
 * How many visits go from each chosen node of a level to each of the next, row by row. A row for all other nodes comes
 * last; each row ends with all other nodes, and with the visits that have no further node.
 */
export type LinkCounts = readonly Uint32Array[];

/** A node that is counted separately, all others together, or the end of the visit. */
export type NodeName = number | 'OTHER' | 'END';

export interface JourneyLevel {
  readonly nodes: readonly { readonly node: NodeName; readonly visits: number }[];
  /** The links from the level before; those of the first level are none. */
  readonly links: readonly { readonly from: NodeName; readonly to: NodeName; readonly visits: number }[];
}

export function mergeNodes(all: readonly NodeCounts[], { levels }: Journeys): NodeCounts {
  return Array.from({ length: levels }, (_, level) => addFrequencies(all.map(nodes => nodes[level] as Frequencies)));
}

/** Returns the nodes of each level that most visits have, in order. */
export function chooseNodes(nodes: NodeCounts, perLevel: number): number[][] {
  return nodes.map(ofLevel => mostFrequent(ofLevel, perLevel).map(({ number }) => number));
}

export function mergeLinks(all: readonly LinkCounts[], { chosen }: ChosenJourneys): LinkCounts {
  return emptyLinks(chosen).map((sum, level) => {
    for (const counts of all)
      for (let at = 0; at < sum.length; at++) sum[at]! += (counts[level] as Uint32Array)[at] as number;
    return sum;
  });
}

export function emptyLinks(chosen: ChosenJourneys['chosen']): Uint32Array[] {
  return chosen.slice(1).map((to, level) => new Uint32Array(((chosen[level]?.length ?? 0) + 1) * (to.length + 2)));
}

/** Returns the levels: the nodes of each, together with END, have as many visits as those of the level before. */
export function levelsOf(nodes: NodeCounts, links: LinkCounts, { chosen }: ChosenJourneys): JourneyLevel[] {
  const { numbers, times } = nodes[0] as Frequencies;
  const first: { node: NodeName; visits: number }[] = (chosen[0] ?? []).map(node => ({
    node,
    visits: times[numbers.indexOf(node)] ?? 0,
  }));
  const others = totalOf(nodes[0] as Frequencies) - first.reduce((sum, { visits }) => sum + visits, 0);
  first.push({ node: OTHER, visits: others });
  return [
    { nodes: first.filter(isVisited), links: [] },
    ...links.map((counts, before) => {
      const from: NodeName[] = [...(chosen[before] ?? []), OTHER];
      const to: NodeName[] = [...(chosen[before + 1] ?? []), OTHER, END];
      const visitsAt = (row: number, column: number) => counts[row * to.length + column] as number;
      return {
        nodes: to
          .map((node, column) => ({
            node,
            visits: from.reduce((sum: number, _, row) => sum + visitsAt(row, column), 0),
          }))
          .filter(isVisited),
        links: from
          .flatMap((node, row) => to.map((next, column) => ({ from: node, to: next, visits: visitsAt(row, column) })))
          .filter(isVisited),
      };
    }),
  ];
}

const OTHER = 'OTHER';
const END = 'END';

function isVisited({ visits }: { readonly visits: number }): boolean {
  return visits > 0;
}
