import { sourceAndChannel } from '../src/domain/origin.ts';
import { NO_PROPERTIES } from '../src/domain/properties.ts';
import { DIMENSIONS, type StatName } from '../src/domain/statistics.ts';
import type { Hit } from '../src/domain/stored-hit.ts';
import { localDay } from '../src/domain/time-zone.ts';

/** Who sends a hit, and when. */
export type HitBase = Pick<Hit, 'website' | 'time' | 'day' | 'hour' | 'visitor'>;

/** Where a hit happens. */
export interface Spot {
  readonly host: string;
  readonly page: string;
}

const PLAIN = {
  ...{ id: '', source: null, amount: null, unit: '', seconds: 0 },
  ...{ properties: NO_PROPERTIES, depth: null, interactive: true, network: null },
} as const;

/** Returns a pageview; `arrival` says where its visit comes from, and is null for all but the first of a visit. */
export function pageview(
  base: HitBase,
  fixed: Readonly<Record<string, string>>,
  spot: Spot,
  arrival: Readonly<Record<string, string>> | null,
): Hit {
  const values = { ...fixed, ...spot, landing_page: spot.page, ...(arrival ?? sourceAndChannel({})) };
  return { ...base, ...PLAIN, kind: 'pageview', values: valuesOf(values) };
}

export function event(
  base: HitBase,
  spot: Spot,
  { name, ...more }: { readonly name: string } & Pick<Hit, 'amount' | 'unit' | 'properties'>,
): Hit {
  return { ...base, ...PLAIN, ...more, kind: 'event', values: valuesOf({ ...spot, event: name }) };
}

/** Returns a message about the attention that a page got since it was opened. */
export function engagement(base: HitBase, page: string, attention: Pick<Hit, 'seconds' | 'depth'>): Hit {
  return { ...base, ...PLAIN, ...attention, kind: 'engagement', values: valuesOf({ page }) };
}

/** Returns the same hit's sender at another time; null if that is on another day, when visits end. */
export function laterBase({ website, day, visitor }: HitBase, time: number, timezone: string): HitBase | null {
  const at = localDay(time, timezone);
  return at.day === day ? { website, time, ...at, visitor } : null;
}

/** Returns the values that all hits of a pageview's visitor have. */
export function fixedOf(view: Hit): Record<string, string> {
  return Object.fromEntries(OF_VISITOR.map(({ name }) => [name, textOf(view, name as StatName)]));
}

const OF_VISITOR = DIMENSIONS.filter(({ scope }) => scope === 'visitor');

/** Returns a hit's value of a statistic, or an empty text. */
export function textOf({ values }: Hit, name: StatName): string {
  return values[ROLLUPS.get(name) ?? -1] || '';
}

const ROLLUPS: ReadonlyMap<string, number> = new Map(DIMENSIONS.map(({ name, rollup }) => [name, rollup]));

function valuesOf(texts: Record<string, string>): (string | 0)[] {
  const values: (string | 0)[] = [];
  for (const { name, rollup } of DIMENSIONS) {
    while (values.length < rollup) values.push(0);
    values.push(texts[name] ?? 0);
  }
  return values;
}
