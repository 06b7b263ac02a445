import type { PropertyRef } from '../../domain/filter.ts';
import { isAskedKey } from '../../domain/properties.ts';
import type { StatFilter, StatName } from './__generated__/operations.ts';

/** The operators: the word in the page's URL, and the word of the API. */
export const OPERATORS = [
  ['is', 'IS'],
  ['not', 'IS_NOT'],
  ['has', 'CONTAINS'],
  ['without', 'DOES_NOT_CONTAIN'],
  ['starts', 'STARTS_WITH'],
] as const;

export type Operator = (typeof OPERATORS)[number][1];

/** The operators that match what the others do not; the opposite of STARTS_WITH is a group. */
export const OPPOSITES: Readonly<Partial<Record<Operator, Operator>>> = {
  IS: 'IS_NOT',
  IS_NOT: 'IS',
  CONTAINS: 'DOES_NOT_CONTAIN',
  DOES_NOT_CONTAIN: 'CONTAINS',
};

/** It matches visits whose value compares this way with one of `values`. */
export interface Condition {
  readonly name: StatName;
  /** What is compared if the name is PROPERTY, which has it and no other. */
  readonly property?: PropertyRef;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** How many of its parts a group wants to match, in the order of the form. */
export const MATCHES = ['any', 'all', 'none'] as const;
export type Match = (typeof MATCHES)[number];

/** It matches visits that any, all or none of its parts match. */
export interface Group {
  readonly match: Match;
  readonly parts: readonly Part[];
}

/** What a chip holds. */
export type Part = Condition | Group;

export const isGroup = (part: Part): part is Group => 'match' in part;

/** How deep groups nest: the API allows five levels, of which "and", "or" and "not" around them take the others. */
export const MOST_GROUPS = 2;

/**
 * Writes a part for the URL. A condition is `country:is:DE:Germany`; bars separate values, a backslash escapes bars and
 * itself. That of a property begins with its key and its event, which is empty for pageviews:
 * `property:is:plan|Signup|pro`. A group is `any(page:is:/a,none(country:is:DE:Germany))`; inside, backslashes also
 * escape commas and parentheses.
 */
export function writePart(part: Part, isInside = false): string {
  if (isGroup(part)) return `${part.match}(${part.parts.map(one => writePart(one, true)).join(',')})`;
  const { name, property, operator, values } = part;
  const word = OPERATORS.find(([, api]) => api === operator)?.[0] ?? 'is';
  const escaped = isInside ? /[\\|,()]/g : /[\\|]/g;
  const list = (property ? [property.key, property.event ?? '', ...values] : values)
    .map(value => value.replace(escaped, sign => `\\${sign}`))
    .join('|');
  return `${name.toLowerCase()}:${word}:${list}`;
}

/** Reads a part; returns null for text that is not one on `names`. */
export function readPart(text: string, names: readonly StatName[], depth = 0): Part | null {
  const [, word, inner = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(text) ?? [];
  const match = MATCHES.find(one => one === word);
  if (!match) return readCondition(text, names);
  if (depth === MOST_GROUPS) return null;
  const parts = splitParts(inner).map(one => readPart(one, names, depth + 1));
  // With a part left out, the group would mean something else.
  return parts.every(part => part !== null) ? { match, parts } : null;
}

function readCondition(text: string, names: readonly StatName[]): Condition | null {
  const [, name = '', word = '', list = ''] = /^(\w+):(\w+):([\s\S]*)$/.exec(text) ?? [];
  const operator = OPERATORS.find(([short]) => short === word)?.[1];
  const known = names.find(one => one === name.toUpperCase());
  if (!known || !operator) return null;
  const values = splitAt('|', list).map(value => value.replace(/\\([\s\S])/gu, '$1'));
  if (known !== 'PROPERTY') return { name: known, operator, values };
  const [key = '', event = '', ...compared] = values;
  if (!isAskedKey(key) || compared.length === 0) return null;
  return { name: known, property: { key, event: event || null }, operator, values: compared };
}

const splitParts = (text: string): string[] => splitAt(',', text);

/** Splits at a sign that is neither escaped nor inside parentheses. */
function splitAt(sign: ',' | '|', text: string): string[] {
  const pieces = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (sign === ',' && piece === '(') depth++;
    if (sign === ',' && piece === ')') depth--;
    if (piece === sign && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += piece;
  }
  return pieces;
}

/** Returns whether two parts are the same. */
export const isSame = (one: Part, other: Part): boolean => writePart(one) === writePart(other);

/** Returns the part that matches what this one does not, nested as little as the URL wants. */
export function without(part: Part): Part {
  if (!isGroup(part) || part.match !== 'all') return { match: 'none', parts: [part] };
  const parts = part.parts.map((one): Part => {
    return { match: 'none', parts: isGroup(one) && one.match === 'any' ? one.parts : [one] };
  });
  return { match: 'any', parts };
}

/** Joins all parts and the segment's filter with "and", as the API takes them; null without any. */
export function toFilter(conditions: readonly Part[], segment: StatFilter | null = null): StatFilter | null {
  const parts = conditions.map(part => filterOf(part, false));
  if (segment) parts.push(segment);
  // Flat, because the API limits how deep filters nest.
  const flat = parts.flatMap(part => part.and ?? [part]);
  const [first] = flat;
  return flat.length > 1 ? { and: flat } : (first ?? null);
}

/** Moves denials into the conditions, so that "none" does not nest deeper than "any". */
function filterOf(part: Part, isDenied: boolean): StatFilter {
  if (isGroup(part)) {
    const parts = part.parts.map(one => filterOf(one, isDenied !== (part.match === 'none')));
    const [first] = parts;
    if (parts.length === 1 && first) return first;
    return (part.match === 'any') === isDenied ? { and: parts } : { or: parts };
  }
  const { name, property, operator, values } = part;
  const compared = isDenied ? OPPOSITES[operator] : operator;
  if (!compared) return { not: filterOf(part, false) };
  return property ? { property, operator: compared, values } : { name, operator: compared, values };
}
