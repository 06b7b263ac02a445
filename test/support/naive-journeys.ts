import fc from 'fast-check';
import type { Portion } from '../../src/counting/columns.ts';
import type { IdFilter, IdSet } from '../../src/counting/id-filter.ts';
import { chooseNodes, type Journeys, levelsOf } from '../../src/counting/journeys.ts';
import { answerPart, mergeAnswers, type Question } from '../../src/counting/questions.ts';
import { isIn } from './naive-funnel.ts';
import type { NaiveVisit } from './naive-visits.ts';

const OTHER = 'OTHER';
const END = 'END';

/** Nodes of each level, and links from the level before, as `node visits` and `from to visits`. */
export interface NaiveLevel {
  readonly nodes: string[];
  readonly links: string[];
}

/** Counts journeys by writing down the whole path of every visit. */
export function naiveJourneys(visits: readonly NaiveVisit[], journeys: Journeys, perLevel: number): NaiveLevel[] {
  const paths = visits.map(visit => pathOf(visit, journeys)).filter(({ length }) => length > 0);
  const largest = Array.from({ length: journeys.levels }, (_, level) =>
    [
      ...Map.groupBy(
        paths.filter(({ length }) => length > level),
        path => path[level] as number,
      ),
    ]
      .sort(([a, { length: first }], [b, { length: second }]) => second - first || a - b)
      .slice(0, perLevel)
      .map(([node]) => node),
  );
  const nameAt = (path: readonly number[], level: number) => {
    const node = path[level];
    return node === undefined ? END : largest[level]?.includes(node) ? String(node) : OTHER;
  };
  return largest.map((_, level) => {
    const present = paths.filter(({ length }) => length >= level);
    return {
      nodes: countTexts((level === 0 ? paths : present).map(path => nameAt(path, level))),
      links: level === 0 ? [] : countTexts(present.map(path => `${nameAt(path, level - 1)} ${nameAt(path, level)}`)),
    };
  });
}

function pathOf({ hits }: NaiveVisit, { by, groups, start, end, levels }: Journeys): number[] {
  const ids = hits
    .filter(({ event }) => (event === 0) === (by === 'page'))
    .map(hit => (by === 'page' ? hit.page : hit.event));
  const first = start ? ids.findIndex(id => isIn(id, start)) : 0;
  const last = end ? ids.findLastIndex(id => isIn(id, end)) : ids.length - 1;
  if (first < 0) return [];
  const some = ids.slice(first, last + 1);
  if (end) some.reverse();
  const nodes = some.map(id => (groups ? (groups[id] ?? 0) : id));
  return nodes.filter((node, at) => node !== nodes[at - 1]).slice(0, levels);
}

function countTexts(texts: readonly string[]): string[] {
  return [...Map.groupBy(texts, text => text)].map(([text, { length }]) => `${text} ${length}`).sort();
}

/** Counts the journeys of the visits of several portions that match a filter, as two questions. */
export function countJourneys(
  portions: readonly Portion[],
  filter: IdFilter,
  journeys: Journeys,
  perLevel: number,
): NaiveLevel[] {
  const ask = <Name extends 'journeyNodes' | 'journeyLinks'>(question: Question<Name>) =>
    mergeAnswers(
      portions.map(portion => structuredClone(answerPart(portion, filter, structuredClone(question)))),
      question,
    );
  const nodes = ask({ name: 'journeyNodes', asked: journeys });
  const chosen = { ...journeys, chosen: chooseNodes(nodes, perLevel) };
  const links = ask({ name: 'journeyLinks', asked: chosen });
  return levelsOf(nodes, links, chosen).map(level => ({
    nodes: level.nodes.map(({ node, visits }) => `${node} ${visits}`).sort(),
    links: level.links.map(({ from, to, visits }) => `${from} ${to} ${visits}`).sort(),
  }));
}

/** Returns journeys through these pages and events (value ids). */
export function arbitraryJourneys(pages: fc.Arbitrary<IdSet>, events: fc.Arbitrary<IdSet>): fc.Arbitrary<Journeys> {
  return fc
    .record({
      by: fc.constantFrom('page' as const, 'page' as const, 'event' as const),
      page: pages,
      event: events,
      anchor: fc.constantFrom('start', 'end', null),
      groups: fc.option(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 })),
      levels: fc.integer({ min: 2, max: 8 }),
    })
    .map(({ by, page, event, anchor, groups, levels }) => {
      const hits = by === 'page' ? page : event;
      return {
        by,
        groups: groups && by === 'page' ? Uint32Array.from(groups) : null,
        start: anchor === 'start' ? hits : null,
        end: anchor === 'end' ? hits : null,
        levels,
      };
    });
}
