import { byKind, type Column, type Kind, type Numbers } from '../../counting/columns.ts';
import { emptyFor, narrow } from './number-lists.ts';
import { type BuiltPart, builtPart, LINKS, type LinkedKind } from './part-builder.ts';

const LINKED_KINDS = Object.keys(LINKS) as LinkedKind[];

/** Consecutive visits of one of two parts, their hits, or the properties of these. */
interface Run {
  readonly isNew: boolean;
  readonly from: number;
  readonly to: number;
}

/** Where the numbers of two parts stand in a common list; null if they stay. */
interface Tables {
  readonly known: Numbers | null;
  readonly added: Numbers | null;
}

const NO_TABLES: Tables = { known: null, added: null };

/**
 * Returns a part in which all visits of these visitors (16 hex digits each, in ascending order) are those of `added`,
 * which has no others. Both are of one day and have the same columns. Lists of ids and of amounts may keep what no visit
 * has any more.
 */
export function replaceVisitors(known: BuiltPart, visitors: readonly string[], added: BuiltPart): BuiltPart {
  const visits = runsOf(known, visitors, added);
  const pageview = runsOfHits(visits, known, added, 'pageview');
  const event = runsOfHits(visits, known, added, 'event');
  const ofPageviews = runsOfProperties(pageview, known, added, 'pageviewProperty');
  const ofEvents = runsOfProperties(event, known, added, 'eventProperty');
  const runs = { visit: visits, pageview, event, pageviewProperty: ofPageviews.runs, eventProperty: ofEvents.runs };
  const amounts = [...new Set([...known.amounts, ...added.amounts])];
  const places = new Map(amounts.map((amount, at) => [amount, at]));
  const ofAmounts = { known: null, added: Uint32Array.from(added.amounts, amount => places.get(amount) as number) };
  const join = (kind: Kind, of: (part: BuiltPart) => Numbers, tables?: Tables, largest?: number) =>
    joined(of(known), of(added), runs[kind], tables, largest);
  const links = {
    pageview: join('visit', part => part.links.pageview),
    event: join('visit', part => part.links.event),
    pageviewProperty: ofPageviews.skips,
    eventProperty: ofEvents.skips,
  };
  const columns = new Map<string, Column>();
  for (const kind of LINKED_KINDS)
    if (known.columns.has(LINKS[kind])) columns.set(LINKS[kind], { values: links[kind], ids: null });
  for (const [key, { ids: ofKnown }] of known.columns) {
    if (columns.has(key)) continue;
    const kind = key.slice(0, key.indexOf('.')) as Kind;
    const ofAdded = (added.columns.get(key) as Column).ids;
    const { ids, tables } = ofKnown && ofAdded ? merged(ofKnown, ofAdded) : { ids: null, tables: NO_TABLES };
    const valuesOf = (part: BuiltPart) => (part.columns.get(key) as Column).values;
    const values =
      key === 'event.amount'
        ? join(kind, valuesOf, ofAmounts, amounts.length - 1)
        : join(kind, valuesOf, tables, ids ? ids.length - 1 : 0);
    columns.set(key, { values, ids });
  }
  return builtPart({
    firstDay: known.firstDay,
    days: known.days,
    count: byKind(kind => lengthOf(runs[kind])),
    columns,
    visitors: [
      join('visit', ({ visitors: [high] }) => high) as Uint32Array,
      join('visit', ({ visitors: [, low] }) => low) as Uint32Array,
    ],
    links,
    amounts,
  });
}

function runsOf(known: BuiltPart, visitors: readonly string[], added: BuiltPart): Run[] {
  const runs: Run[] = [];
  const push = (isNew: boolean, from: number, to: number) => void (to > from && runs.push({ isNew, from, to }));
  let copied = 0;
  let next = 0;
  for (const visitor of visitors) {
    const high = Number.parseInt(visitor.slice(0, 8), 16);
    const low = Number.parseInt(visitor.slice(8), 16);
    const from = firstNotBefore(known, high, low, copied);
    push(false, copied, from);
    copied = from;
    while (isOf(known, copied, high, low)) copied++;
    const begin = next;
    while (isOf(added, next, high, low)) next++;
    push(true, begin, next);
  }
  push(false, copied, known.count.visit);
  return runs;
}

function isOf({ visitors: [highs, lows] }: BuiltPart, visit: number, high: number, low: number): boolean {
  return highs[visit] === high && lows[visit] === low;
}

/** Returns the first visit from `from` on whose visitor does not come before this one. */
function firstNotBefore({ visitors: [highs, lows] }: BuiltPart, high: number, low: number, from: number): number {
  let first = from;
  let end = highs.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    const difference = (highs[middle] as number) - high || (lows[middle] as number) - low;
    if (difference < 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** Returns the hits of runs of visits. */
function runsOfHits(runs: readonly Run[], known: BuiltPart, added: BuiltPart, kind: 'pageview' | 'event'): Run[] {
  const at = { known: { visit: 0, hit: 0 }, added: { visit: 0, hit: 0 } };
  const hitOf = (of: 'known' | 'added', visit: number) => {
    const counts = (of === 'known' ? known : added).links[kind];
    const place = at[of];
    let { hit } = place;
    for (let before = place.visit; before < visit; before++) hit += counts[before] as number;
    at[of] = { visit, hit };
    return hit;
  };
  return runs.map(({ isNew, from, to }) => {
    const of = isNew ? 'added' : 'known';
    return { isNew, from: hitOf(of, from), to: hitOf(of, to) };
  });
}

/** Returns the properties of runs of hits, and the number of hits since the property before, for each of them. */
function runsOfProperties(
  hits: readonly Run[],
  known: BuiltPart,
  added: BuiltPart,
  kind: 'pageviewProperty' | 'eventProperty',
): { runs: Run[]; skips: Numbers } {
  const cursors = { known: new Cursor(known.links[kind]), added: new Cursor(added.links[kind]) };
  const skips = new Uint32Array(known.count[kind] + added.count[kind]);
  let length = 0;
  let before = 0;
  let last = 0;
  const runs = hits.map(({ isNew, from, to }) => {
    const cursor = isNew ? cursors.added : cursors.known;
    cursor.moveTo(from);
    const first = cursor.row;
    for (; cursor.hit < to; cursor.next()) {
      const hit = before + cursor.hit - from;
      skips[length++] = hit - last;
      last = hit;
    }
    before += to - from;
    return { isNew, from: first, to: cursor.row };
  });
  return { runs, skips: narrow(skips.subarray(0, length)) };
}

/** Walks through properties with the positions of their hits. */
class Cursor {
  readonly #skips: Numbers;
  row = -1;
  hit = 0;

  constructor(skips: Numbers) {
    this.#skips = skips;
    this.next();
  }

  /** Moves to the next property; after the last one, the hit is infinite. */
  next(): void {
    this.row++;
    this.hit += this.#skips[this.row] ?? Number.POSITIVE_INFINITY;
  }

  moveTo(hit: number): void {
    while (this.hit < hit) this.next();
  }
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Returns the ids of two ascending lists in one. */
function merged(known: Uint32Array, added: Uint32Array): { ids: Uint32Array; tables: Tables } {
  let place = 0;
  const missing = added.filter(id => {
    while (place < known.length && (known[place] as number) < id) place++;
    return known[place] !== id;
  });
  if (missing.length === 0) return { ids: known, tables: { known: null, added: placesIn(known, added) } };
  const ids = new Uint32Array(known.length + missing.length);
  ids.set(known);
  ids.set(missing, known.length);
  const isAfter = known.length === 0 || (missing[0] as number) > (known.at(-1) as number);
  if (!isAfter) ids.sort();
  return { ids, tables: { known: isAfter ? null : placesIn(ids, known), added: placesIn(ids, added) } };
}

/** Returns where each of `some` stands in a list that has all of them; both are ascending. */
function placesIn(ids: Uint32Array, some: Uint32Array): Uint32Array {
  const places = new Uint32Array(some.length);
  let place = 0;
  for (let at = 0; at < some.length; at++) {
    while (ids[place] !== some[at]) place++;
    places[at] = place;
  }
  return places;
}

/** Copies the runs of two columns into one, whose numbers are at most `largest`, or those of the columns. */
function joined(
  known: Numbers,
  added: Numbers,
  runs: readonly Run[],
  tables: Tables = NO_TABLES,
  largest = 0,
): Numbers {
  const width = Math.max(emptyFor(largest, 0).BYTES_PER_ELEMENT, known.BYTES_PER_ELEMENT, added.BYTES_PER_ELEMENT);
  const all = emptyFor(2 ** (8 * width) - 1, lengthOf(runs));
  let at = 0;
  for (const { isNew, from, to } of runs) {
    const numbers = isNew ? added : known;
    const table = isNew ? tables.added : tables.known;
    if (!table) all.set(numbers.subarray(from, to), at);
    else for (let index = from; index < to; index++) all[at + index - from] = table[numbers[index] as number] as number;
    at += to - from;
  }
  return all;
}
