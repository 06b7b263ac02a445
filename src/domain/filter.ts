import type { Statistic } from './statistic.ts';
import { STATISTICS, type StatName } from './statistics.ts';
import { lowerAscii } from './text.ts';

/** How a value is compared. The two that deny are true of a visit that has no such value at all. */
export const FILTER_OPERATORS = ['IS', 'IS_NOT', 'CONTAINS', 'DOES_NOT_CONTAIN', 'STARTS_WITH'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** One comparison: of several values one is enough for what affirms, and none may fit for what denies. */
export interface Condition {
  readonly name: StatName;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** Which visits are counted. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | Condition;

/** A filter as it is sent: exactly one of `and`, `or`, `not`, or the three fields of a condition. */
export interface FilterInput {
  readonly and?: readonly FilterInput[] | null | undefined;
  readonly or?: readonly FilterInput[] | null | undefined;
  readonly not?: FilterInput | null | undefined;
  readonly name?: StatName | null | undefined;
  readonly operator?: FilterOperator | null | undefined;
  readonly values?: readonly string[] | null | undefined;
}

/** The names that can be filtered on: those whose value a visit or a hit keeps. */
export const FILTERABLE: readonly StatName[] = STATISTICS.filter(statistic => 'column' in statistic).map(
  ({ name }) => name,
);

/** Whether it can be counted under a filter: by the calendar, or by a value that each visit or hit keeps. */
export function isCountedFiltered({ scope, column }: Statistic): boolean {
  return scope === 'day' || scope === 'hour' || column !== undefined;
}

/** A filter as both surfaces write it: names of statistics in capitals. */
export interface FilterJson {
  readonly and?: readonly FilterJson[];
  readonly or?: readonly FilterJson[];
  readonly not?: FilterJson;
  readonly name?: Uppercase<StatName>;
  readonly operator?: FilterOperator;
  readonly values?: readonly string[];
}

/** The filter as both surfaces write it. */
export function filterJson(filter: Filter): FilterJson {
  if ('and' in filter) return { and: filter.and.map(filterJson) };
  if ('or' in filter) return { or: filter.or.map(filterJson) };
  if ('not' in filter) return { not: filterJson(filter.not) };
  return { ...filter, name: filter.name.toUpperCase() as Uppercase<StatName> };
}

/** Whether a text has one of the values in the way the operator affirms or denies; ASCII letters in either case but for IS and IS_NOT. */
export function hasValue(operator: FilterOperator, values: readonly string[], text: string): boolean {
  switch (operator) {
    case 'IS':
    case 'IS_NOT':
      return values.includes(text);
    case 'CONTAINS':
    case 'DOES_NOT_CONTAIN':
      return values.some(value => lowerAscii(text).includes(lowerAscii(value)));
    case 'STARTS_WITH':
      return values.some(value => lowerAscii(text).startsWith(lowerAscii(value)));
  }
}

/** True of the operators that a visit without any such value satisfies. */
export function denies(operator: FilterOperator): boolean {
  return operator === 'IS_NOT' || operator === 'DOES_NOT_CONTAIN';
}
