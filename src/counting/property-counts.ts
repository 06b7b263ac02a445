import type { Part } from './columns.ts';
import type { HitFilter } from './id-filter.ts';
import { selectedHits } from './selected-hits.ts';
import type { Selection } from './selection.ts';
import { addVectors, type Vector } from './vector.ts';

/** The hits that a question about properties is about, and the key (value id) of one; null if the website lacks it. */
export interface PropertyAsked {
  readonly hits: HitFilter;
  readonly key: number | null;
}

/** How many hits have a property, and its values, all of them value ids. */
export interface KeyCounts {
  readonly key: number;
  readonly events: number;
  readonly values: readonly number[];
}

/** Returns how many hits of the selected visits have each value of a property; those without it have the value 0. */
export function countProperty(part: Part, selection: Selection, { hits, key }: PropertyAsked): Vector {
  const kind = hits.hit === 'event' ? 'event' : 'pageview';
  const isWanted = selectedHits(part, selection, hits);
  const skip = part.column(`${kind}Property`, 'skip').values;
  const keys = part.column(`${kind}Property`, 'key');
  const values = part.column(`${kind}Property`, 'value');
  const ids = values.ids as Uint32Array;
  const wantedKey = key === null ? -1 : (keys.ids as Uint32Array).indexOf(key);
  const counts = new Float64Array(ids.length);
  let without = 0;
  for (let at = 0; at < isWanted.length; at++) without += isWanted[at] as number;
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    if (keys.values[at] !== wantedKey || isWanted[hit] === 0) continue;
    counts[values.values[at] as number]!++;
    without--;
  }
  const found: number[] = without > 0 ? [0] : [];
  const sums: number[] = without > 0 ? [without] : [];
  ids.forEach((id, at) => {
    if (counts[at] === 0) return;
    found.push(id);
    sums.push(counts[at] as number);
  });
  return { metrics: ['events'], ids: found, columns: [Float64Array.from(sums)] };
}

export function mergeProperty(all: readonly Vector[]): Vector {
  return all.length > 0 ? addVectors(all) : { metrics: ['events'], ids: [], columns: [new Float64Array()] };
}

/** Returns the properties that hits of the selected visits have. */
export function countKeys(part: Part, selection: Selection, hits: HitFilter): KeyCounts[] {
  const kind = hits.hit === 'event' ? 'event' : 'pageview';
  const isWanted = selectedHits(part, selection, hits);
  const skip = part.column(`${kind}Property`, 'skip').values;
  const keys = part.column(`${kind}Property`, 'key');
  const values = part.column(`${kind}Property`, 'value');
  const counts = new Float64Array((keys.ids as Uint32Array).length);
  const found = Array.from(counts, () => new Set<number>());
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    if (isWanted[hit] === 0) continue;
    const key = keys.values[at] as number;
    counts[key]!++;
    found[key]?.add(values.values[at] as number);
  }
  return Array.from(keys.ids as Uint32Array, (key, at) => ({
    key,
    events: counts[at] as number,
    values: Array.from(found[at] ?? [], place => (values.ids as Uint32Array)[place] as number),
  })).filter(({ events }) => events > 0);
}

export function mergeKeys(all: readonly (readonly KeyCounts[])[]): KeyCounts[] {
  return [...Map.groupBy(all.flat(), ({ key }) => key)].map(([key, counts]) => ({
    key,
    events: counts.reduce((sum, { events }) => sum + events, 0),
    values: [...new Set(counts.flatMap(({ values }) => values))],
  }));
}
