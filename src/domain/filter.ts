import type { Statistic } from './statistic.ts';
import { STATISTICS, type StatName } from './statistics.ts';
import { lowerAscii } from './text.ts';

/** The ways to compare a value. IS_NOT and DOES_NOT_CONTAIN match a visit without any such value. */
export const FILTER_OPERATORS = ['IS', 'IS_NOT', 'CONTAINS', 'DOES_NOT_CONTAIN', 'STARTS_WITH'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One comparison. Operators match if any of the values does; IS_NOT and DOES_NOT_CONTAIN match if none does. */
export interface Condition {
  readonly name: StatName;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** A property of an event, or of a pageview. */
export interface PropertyRef {
  readonly key: string;
  /** The name of the event; null for pageviews. */
  readonly event: string | null;
}

/** A comparison of the values that a property has in a visit. */
export interface PropertyFilter extends Omit<Condition, 'name'> {
  readonly property: PropertyRef;
}

/** A filter that selects the visits to count. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | Condition
  | PropertyFilter;

/** A filter as the client sends it: exactly one of `and`, `or`, `not`, or the three fields of a condition; `property` takes the place of `name`. */
export interface FilterInput {
  readonly and?: readonly FilterInput[] | null | undefined;
  readonly or?: readonly FilterInput[] | null | undefined;
  readonly not?: FilterInput | null | undefined;
  readonly name?: StatName | null | undefined;
  readonly property?: { readonly key: string; readonly event?: string | null | undefined } | null | undefined;
  readonly operator?: FilterOperator | null | undefined;
  readonly values?: readonly string[] | null | undefined;
}

/** The statistics that can be filtered on, because visits or hits store their values. */
export const FILTERABLE: readonly StatName[] = STATISTICS.filter(statistic => 'column' in statistic).map(
  ({ name }) => name,
);

/** Returns whether a statistic can be counted with a filter: by day, by hour, or by a stored value. */
export function isCountedFiltered({ scope, column }: Statistic): boolean {
  return scope === 'day' || scope === 'hour' || column !== undefined;
}

/** A filter as GraphQL and REST write it, with names of statistics in capitals. */
export interface FilterJson {
  readonly and?: readonly FilterJson[];
  readonly or?: readonly FilterJson[];
  readonly not?: FilterJson;
  readonly name?: Uppercase<StatName>;
  readonly property?: { readonly key: string; readonly event?: string };
  readonly operator?: FilterOperator;
  readonly values?: readonly string[];
}

/** Returns a filter as GraphQL and REST write it. */
export function filterJson(filter: Filter): FilterJson {
  if ('and' in filter) return { and: filter.and.map(filterJson) };
  if ('or' in filter) return { or: filter.or.map(filterJson) };
  if ('not' in filter) return { not: filterJson(filter.not) };
  if ('property' in filter) {
    const { property, operator, values } = filter;
    const { key, event } = property;
    return { property: event === null ? { key } : { key, event }, operator, values };
  }
  return { ...filter, name: filter.name.toUpperCase() as Uppercase<StatName> };
}

/** Returns a test of whether a text matches a value, ignoring negation; it also takes the text in lower case. */
export function valueTest(
  operator: FilterOperator,
  values: readonly string[],
): (text: string, lowered: string) => boolean {
  if (operator === 'IS' || operator === 'IS_NOT') return text => values.includes(text);
  const searched = values.map(lowerAscii);
  if (operator === 'STARTS_WITH') return (_, lowered) => searched.some(value => lowered.startsWith(value));
  return (_, lowered) => searched.some(value => lowered.includes(value));
}

/** Returns whether the operator is negative, so that a visit without any such value matches. */
export function denies(operator: FilterOperator): boolean {
  return operator === 'IS_NOT' || operator === 'DOES_NOT_CONTAIN';
}
