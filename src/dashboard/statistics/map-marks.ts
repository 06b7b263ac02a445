import { locale } from '../messages.ts';
import type { Shape } from '../world.ts';
import type { Point } from '../world-shapes.ts';
import type { ListFragment } from './__generated__/operations.ts';
import { type Condition, isGroup, type Part } from './filters.ts';

export type PlaceName = 'COUNTRY' | 'REGION' | 'CITY';
type Row = ListFragment['rows'][number];

/** A row of a statistic of places, and where it is on the map. */
export interface Mark {
  readonly row: Row;
  readonly name: string;
  readonly at: Point;
}

/** The rows of a statistic that the map shows, the most visitors first. */
export interface Places {
  readonly statistic: PlaceName;
  readonly rows: readonly Row[];
  /** Where each row is; null for countries, which have shapes. */
  readonly positions: readonly (Point | null)[] | null;
  /** The number of places, also of those that are not among the rows. */
  readonly total: number;
}

/** Returns the places that the map can show, with the names of countries in the reader's language. */
export function marksOf({ rows, positions }: Places, shapes: ReadonlyMap<string, Shape>): Mark[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return rows.flatMap((row, index) => {
    const code = codeOf(row.value);
    const at = positions ? positions[index] : shapes.get(code)?.at;
    return at ? [{ row, at, name: (!positions && names.of(code)) || row.label }] : [];
  });
}

/** Returns the code of the country of a place such as `DE:Bavaria`; empty for a value without one. */
export function codeOf(value: string): string {
  return /^([A-Z]{2}):/.exec(value)?.[1] ?? '';
}

/** Returns the code of the only country in which all visits are, if the filter says so. */
export function countryIn(conditions: readonly Part[]): string | null {
  const isPlaced = (part: Part): part is Condition =>
    !isGroup(part) && part.operator === 'IS' && /^(COUNTRY|REGION|CITY)$/.test(part.name);
  for (const { values } of conditions.filter(isPlaced)) {
    const [first, ...others] = new Set(values.map(codeOf));
    if (first && others.length === 0) return first;
  }
  return null;
}
