import type { IdSet } from '../counting/id-filter.ts';
import {
  chooseNodes,
  type Journeys as IdJourneys,
  type JourneyLevel as IdLevel,
  levelsOf,
  type NodeName,
} from '../counting/journeys.ts';
import { type Database, reachable } from '../db/open.ts';
import type { JourneyKind, JourneysBy } from '../domain/journey.ts';
import { OTHER } from '../domain/other.ts';
import { storedPages } from '../domain/page-label.ts';
import type { Dictionary } from './dictionary.ts';
import type { FilteredSums } from './filtered.ts';
import { endNode, type JourneyNode, nodeOf, otherNode } from './journey-node.ts';
import { type PageGroups, readPageGroups } from './page-groups.ts';
import type { PeriodQuery } from './query.ts';
import type { Texts } from './texts.ts';

/** A node that journeys begin with, or end with. */
export interface Anchor {
  readonly kind: JourneysBy;
  readonly value: string;
}

/** Journeys through visits: from the first hit of `start`, or back from the last of `end`; at most one of these. */
export interface JourneysQuery extends PeriodQuery {
  readonly by: JourneysBy;
  /** The rules of the website for groups of pages. */
  readonly pageGroups: readonly string[];
  readonly start: Anchor | null;
  readonly end: Anchor | null;
  readonly levels: number;
  /** How many nodes each level names. */
  readonly perLevel: number;
}

interface JourneyLink {
  readonly from: string;
  readonly fromKind: JourneyKind;
  readonly to: string;
  readonly toKind: JourneyKind;
  readonly visits: number;
}

export interface JourneyLevel {
  /** Those of a level have together as many visits as those of the level before that are no end. */
  readonly nodes: readonly JourneyNode[];
  /** From the level before. */
  readonly links: readonly JourneyLink[];
}

interface Sources {
  readonly database: Database;
  readonly filtered: FilteredSums;
  readonly texts: Texts;
  readonly dictionary: Dictionary;
}

/** Counts journeys in single visits. */
export function readJourneys(sources: Sources, query: JourneysQuery): Promise<readonly JourneyLevel[]> {
  const { database, filtered, texts, dictionary } = sources;
  const { website, filter, from, to, by, pageGroups, start, end, levels, perLevel } = query;
  const about = { website, filter, range: { from, to } };
  const hits = by === 'EVENT' ? 'event' : 'page';
  const shape: IdJourneys = { by: hits, groups: null, start: start && NOTHING, end: end && NOTHING, levels };
  const needsGroups = [by, start?.kind, end?.kind].includes('GROUP');
  const asked = { by, start, end, levels, ...(needsGroups && { pageGroups }) };
  return reachable(database, () =>
    filtered.visits(about, [{ name: 'journeyNodes', asked: shape }], async visits => {
      // The groups are looked up after all visits, so that each of their pages has one.
      if (needsGroups) await visits.rows;
      const groups = needsGroups ? await readPageGroups(dictionary, website, pageGroups, visits.meter) : null;
      const ids = await texts.idsOf(website, [OTHER, ...[start, end].flatMap(textsOfAnchor)]);
      const setOf = (anchor: Anchor | null) => anchor && idsOfAnchor(anchor, ids, groups);
      const journeys = {
        ...shape,
        groups: by === 'GROUP' ? (groups?.of ?? null) : null,
        start: setOf(start),
        end: setOf(end),
      };
      const nodes = await filtered.ask(about, visits, 'journeyNodes', journeys, asked);
      const other = ids.get(OTHER);
      const chosen = chooseNodes(nodes, perLevel + 1).map(ofLevel =>
        ofLevel.filter(node => node !== other).slice(0, perLevel),
      );
      const links = await filtered.ask(about, visits, 'journeyLinks', { ...journeys, chosen }, { ...asked, chosen });
      const names = by === 'GROUP' ? groups?.names : await texts.of(website, [...new Set(chosen.flat())]);
      return levelsOf(nodes, links, { ...journeys, chosen }).map(level => named(level, query, names ?? new Map()));
    }),
  );
}

const NOTHING: IdSet = { ids: [] };

/** Returns the texts of a page or an event; pages are found as they are displayed, too. */
function textsOfAnchor(anchor: Anchor | null): readonly string[] {
  if (!anchor) return [];
  return anchor.kind === 'PAGE' ? storedPages(anchor.value) : [anchor.value];
}

function idsOfAnchor({ kind, value }: Anchor, ids: ReadonlyMap<string, number>, groups: PageGroups | null): IdSet {
  if (kind !== 'GROUP') return { ids: textsOfAnchor({ kind, value }).flatMap(text => ids.get(text) ?? []) };
  const pages: number[] = [];
  // A page without a group is one of its own.
  const names = storedPages(value);
  groups?.of.forEach((group, page) => {
    const name = groups.names.get(group);
    if (name !== undefined && names.includes(name)) pages.push(page);
  });
  return { ids: pages };
}

function named(
  { nodes, links }: IdLevel,
  { by, end }: JourneysQuery,
  names: ReadonlyMap<number, string>,
): JourneyLevel {
  const nameOf = (node: NodeName, visits: number): JourneyNode => {
    if (node === 'OTHER') return otherNode(visits);
    if (node === 'END') return endNode(visits, end ? '(start)' : undefined);
    return nodeOf(by, names.get(node) ?? '', visits);
  };
  return {
    nodes: nodes.map(({ node, visits }) => nameOf(node, visits)),
    links: links.map(({ from, to, visits }) => {
      const [source, target] = [nameOf(from, visits), nameOf(to, visits)];
      return { from: source.value, fromKind: source.kind, to: target.value, toKind: target.kind, visits };
    }),
  };
}
