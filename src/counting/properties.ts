import type { Part } from './columns.ts';
import type { HitFilter, IdSet, PropertyIds } from './id-filter.ts';
import { wantedOf } from './id-set.ts';

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

/** Returns 1 for each hit of the kind that meets all conditions; null if there are none. */
export function hitsMeeting(part: Part, kind: HitKind, { conditions = [] }: HitFilter): Uint8Array | null {
  let all: Uint8Array | null = null;
  for (const condition of conditions) {
    const one = hitsWith(part, kind, condition);
    if (all) for (let at = 0; at < all.length; at++) all[at]! &= one[at] as number;
    else all = one;
  }
  return all;
}

function hitsWith(part: Part, kind: HitKind, condition: PropertyIds): Uint8Array {
  const { key, isDenied } = condition;
  const affirmed = isDenied ? 0 : 1;
  const skip = part.column(`${kind}Property`, 'skip').values;
  const keys = part.column(`${kind}Property`, 'key');
  const values = part.column(`${kind}Property`, 'value');
  const wanted = wantedOf(values.ids as Uint32Array, condition);
  const found = new Uint8Array(part.count[kind]).fill(hasEmpty(condition) ? affirmed : 1 - affirmed);
  const wantedKey = key === null ? -1 : (keys.ids as Uint32Array).indexOf(key);
  if (wantedKey < 0) return found;
  let hit = 0;
  for (let at = 0; at < skip.length; at++) {
    hit += skip[at] as number;
    if (keys.values[at] === wantedKey) found[hit] = wanted[values.values[at] as number] === 1 ? affirmed : 1 - affirmed;
  }
  return found;
}

/** Returns whether the empty value is in the set. */
function hasEmpty({ ids, allOthersUpTo }: IdSet): boolean {
  return ids.includes(0) === (allOthersUpTo === undefined);
}
