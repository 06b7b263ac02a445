import { OTHER } from '../../domain/other.ts';
import type { Glyphs } from '../glyphs.ts';

const PLACES = ['CITY', 'COUNTRY', 'REGION'];
const STATISTICS = [...PLACES, 'BROWSER', 'BROWSER_VERSION', 'CHANNEL', 'DEVICE', 'OS', 'OS_VERSION', 'SOURCE'];

/** Returns whether values of the statistic have glyphs; in its lists, there is room for one beside every value. */
export const hasGlyphs = (name: string): boolean => STATISTICS.includes(name);

/** Returns the name of the glyph of a value, or a country code for a flag; empty for a value without one. */
export function glyphOf({ of }: Glyphs, name: string, value: string): string {
  if (value === OTHER) return '';
  if (PLACES.includes(name)) return /^[A-Z]{2}(?=:)/.exec(value)?.[0] ?? '';
  const table = of[name.replace('_VERSION', '')] ?? {};
  const known = (key: string) => (Object.hasOwn(table, key) ? table[key] : undefined);
  // The name of a version begins with that of the browser or system, whose own name can have blanks.
  const words = name.endsWith('_VERSION') ? value.split(' ') : [value];
  const found = words.map((_, at) => known(words.slice(0, words.length - at).join(' '))).find(Boolean);
  return found ?? known('*') ?? '';
}
