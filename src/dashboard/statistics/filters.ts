import type { PropertyRef } from '../../domain/filter.ts';
import { isAskedKey } from '../../domain/properties.ts';
import type { StatFilter, StatName } from './__generated__/operations.ts';

/** The operators: the word in the page's URL, the word of the API, and the words people read. */
export const OPERATORS = [
  ['is', 'IS', 'is'],
  ['not', 'IS_NOT', 'is not'],
  ['has', 'CONTAINS', 'contains'],
  ['without', 'DOES_NOT_CONTAIN', 'does not contain'],
  ['starts', 'STARTS_WITH', 'starts with'],
] as const;

export type Operator = (typeof OPERATORS)[number][1];

/** The condition of a chip: it matches visits whose value compares this way with one of `values`. */
export interface Condition {
  readonly name: StatName;
  /** What is compared if the name is PROPERTY, which has it and no other. */
  readonly property?: PropertyRef;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/**
 * Writes a condition, such as `country:is:DE:Germany`; bars separate values, a backslash escapes bars and itself. That of
 * a property begins with its key and its event, which is empty for pageviews: `property:is:plan|Signup|pro`.
 */
export function writeCondition({ name, property, operator, values }: Condition): string {
  const word = OPERATORS.find(([, api]) => api === operator)?.[0] ?? 'is';
  const parts = property ? [property.key, property.event ?? '', ...values] : values;
  const list = parts.map(value => value.replace(/[\\|]/g, sign => `\\${sign}`)).join('|');
  return `${name.toLowerCase()}:${word}:${list}`;
}

/** Reads a condition; returns null for text that is not a condition on one of `names`. */
export function readCondition(text: string, names: readonly StatName[]): Condition | null {
  const [, name = '', word = '', list = ''] = /^(\w+):(\w+):([\s\S]*)$/.exec(text) ?? [];
  const operator = OPERATORS.find(([short]) => short === word)?.[1];
  const known = names.find(one => one === name.toUpperCase());
  if (!known || !operator) return null;
  const values = splitValues(list);
  if (known !== 'PROPERTY') return { name: known, operator, values };
  const [key = '', event = '', ...compared] = values;
  if (!isAskedKey(key) || compared.length === 0) return null;
  return { name: known, property: { key, event: event || null }, operator, values: compared };
}

/** Returns whether two conditions are the same. */
export const isSame = (one: Condition, other: Condition): boolean => writeCondition(one) === writeCondition(other);

function splitValues(list: string): string[] {
  const values = [''];
  for (const [part] of list.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (part === '|') values.push('');
    else values[values.length - 1] += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return values;
}

/** Joins all conditions and the segment's filter with "and", as the API takes them; null without any. */
export function toFilter(conditions: readonly Condition[], segment: StatFilter | null = null): StatFilter | null {
  const parts: StatFilter[] = conditions.map(({ name, property, operator, values }) =>
    property ? { property, operator, values } : { name, operator, values },
  );
  if (segment) parts.push(segment);
  const [first] = parts;
  return parts.length > 1 ? { and: parts } : (first ?? null);
}

/** Returns the value as people read it: `Germany` for `DE:Germany`. */
export function labelOfValue(name: StatName, value: string): string {
  if (value === '' && name === 'PROPERTY') return '(none)';
  if (value === '') return name === 'REFERRER' || name === 'SOURCE' ? 'Direct' : 'Unknown';
  if (name === 'COUNTRY' || name === 'CONTINENT' || name === 'CITY' || name === 'REGION')
    return value.replace(/^[A-Z]{2}:/, '');
  return value;
}
