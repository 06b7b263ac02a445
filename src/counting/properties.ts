import type { Part } from './columns.ts';

/** The kinds of hits that can have properties. */
export type HitKind = 'pageview' | 'event';

/** How many hits of a part have a value of a property; all of them are value ids, and `event` is 0 for pageviews. */
export interface PropertyCount {
  readonly event: number;
  readonly key: number;
  readonly value: number;
  readonly events: number;
}

/** Counts all properties of all hits of a kind. */
export function countAllProperties(part: Part, kind: HitKind): PropertyCount[] {
  const skip = part.column(`${kind}Property`, 'skip').values;
  const key = part.column(`${kind}Property`, 'key');
  const value = part.column(`${kind}Property`, 'value');
  const event = kind === 'event' ? part.column('event', 'event') : null;
  const keyIds = key.ids as Uint32Array;
  const valueIds = value.ids as Uint32Array;
  const counts = new Map<number, number>();
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    const row =
      ((event ? (event.values[hit] as number) : 0) * keyIds.length + (key.values[at] as number)) * valueIds.length +
      (value.values[at] as number);
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return [...counts].map(([row, events]) => ({
    event: event ? ((event.ids as Uint32Array)[Math.floor(row / valueIds.length / keyIds.length)] as number) : 0,
    key: keyIds[Math.floor(row / valueIds.length) % keyIds.length] as number,
    value: valueIds[row % valueIds.length] as number,
    events,
  }));
}
