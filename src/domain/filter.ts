import type { Statistic } from './statistic.ts';
import { findStatistic, STATISTICS, type StatName } from './statistics.ts';
import { cut, lowerAscii, quote, toStorable } from './text.ts';

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

const MAX_DEPTH = 5;
const MAX_CONDITIONS = 30;
const MAX_VALUES = 100;
const MAX_LENGTH = 255;

/** The names that can be filtered on: those whose value a visit or a hit keeps. */
export const FILTERABLE: readonly StatName[] = STATISTICS.filter(statistic => 'column' in statistic).map(
  ({ name }) => name,
);

/** Whether it can be counted under a filter: by the calendar, or by a value that each visit or hit keeps. */
export function isCountedFiltered({ scope, column }: Statistic): boolean {
  return scope === 'day' || scope === 'hour' || column !== undefined;
}

/** The filter, or what is wrong with it as a whole sentence. */
export function parseFilter(input: FilterInput): { readonly filter: Filter } | { readonly error: string } {
  let conditions = 0;

  function parse(part: FilterInput, depth: number): Filter {
    if (depth > MAX_DEPTH) throw new FilterFault(`The filter is nested more than ${MAX_DEPTH} deep; write it flatter.`);
    const { and, or, not, name, operator, values } = part;
    const isCondition = [name, operator, values].some(given => given !== null && given !== undefined);
    const kinds = [and, or, not].filter(given => given !== null && given !== undefined).length + Number(isCondition);
    if (kinds !== 1) {
      const given = kinds === 0 ? 'none of them' : 'more than one of them';
      throw new FilterFault(
        `Each part of a filter has exactly one of and, or, not, or the three of name, operator and values; ${given} was sent.`,
      );
    }
    if (not) return { not: parse(not, depth + 1) };
    if (and) return { and: list('and', and, depth) };
    if (or) return { or: list('or', or, depth) };
    if (++conditions > MAX_CONDITIONS)
      throw new FilterFault(`The filter has more than ${MAX_CONDITIONS} conditions; leave some out.`);
    return condition(part);
  }

  function list(word: string, parts: readonly FilterInput[], depth: number): Filter[] {
    if (parts.length === 0) throw new FilterFault(`The list ${word} of the filter is empty; put a condition into it.`);
    return parts.map(part => parse(part, depth + 1));
  }

  try {
    return { filter: parse(input, 1) };
  } catch (error) {
    if (error instanceof FilterFault) return { error: error.message };
    throw error;
  }
}

class FilterFault extends Error {}

function condition({ name, operator, values }: FilterInput): Condition {
  if (!name || !operator || !values)
    throw new FilterFault('A condition of the filter has a name, an operator and values; send all three.');
  const statistic = findStatistic(name) as Statistic;
  if (statistic.column === undefined) {
    const names = FILTERABLE.map(filterable => filterable.toUpperCase()).join(', ');
    throw new FilterFault(`The statistic ${name.toUpperCase()} cannot be filtered on; send one of ${names}.`);
  }
  if (values.length === 0)
    throw new FilterFault(`The condition on ${name.toUpperCase()} has no values; send at least one.`);
  if (values.length > MAX_VALUES)
    throw new FilterFault(
      `The condition on ${name.toUpperCase()} has ${values.length} values; at most ${MAX_VALUES} are allowed.`,
    );
  for (const value of values) {
    if (cut(value, MAX_LENGTH) !== value)
      throw new FilterFault(`The value ${quote(value)} is longer than ${MAX_LENGTH} characters; no value is.`);
    if (value === '' && operator !== 'IS' && operator !== 'IS_NOT')
      throw new FilterFault(`Every value contains the empty text; use IS or IS_NOT for the empty value.`);
  }
  return { name, operator, values: values.map(toStorable) };
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
