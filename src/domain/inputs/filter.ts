import * as z from 'zod';
import {
  type Condition,
  FILTER_OPERATORS,
  FILTERABLE,
  type Filter,
  type FilterInput,
  type FilterOperator,
  type PropertyRef,
} from '../filter.ts';
import { findStatistic, PROPERTY, type StatName } from '../statistics.ts';
import { cut, LONGEST_VALUE, quote, toStorable } from '../text.ts';
import { propertyRef } from './property-ref.ts';

const MAX_DEPTH = 5;
const MAX_CONDITIONS = 30;
const MAX_VALUES = 100;

const EXAMPLE = '{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}';
const NAMES = FILTERABLE.map(filterable => filterable.toUpperCase()).join(', ');

/** One of the operators, which can be in lower case. */
export function operatorOf(what: string) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `The operator ${quote(String(input))} of ${what} is not one of ${FILTER_OPERATORS.join(', ')}; use one of these.`;
  return z.string({ error }).transform((given, { addIssue }): FilterOperator => {
    const found = FILTER_OPERATORS.find(operator => operator === given.toUpperCase());
    if (found !== undefined) return found;
    addIssue(error({ input: given }));
    return z.NEVER;
  });
}

/** Returns the schema of the texts that values are compared with; `noTexts` is its error for anything else. */
export function comparedTexts(noTexts: string) {
  const text = z.string(noTexts).refine(given => cut(given, LONGEST_VALUE) === given, {
    error: ({ input }) =>
      `No value is longer than ${LONGEST_VALUE} characters; use a shorter one than ${quote(String(input))}.`,
  });
  return z.array(text, noTexts);
}

const values = comparedTexts('The values of the filter are not a list of strings; use one such as ["DE:Germany"].');

/** The name of a statistic, in lower case or in capitals, as answers have it. */
const statistic = z.string({ error: noName }).transform((given, { addIssue }): StatName => {
  const known = findStatistic(given.toLowerCase());
  if (known?.column !== undefined) return known.name as StatName;
  addIssue(noName({ input: given }));
  return z.NEVER;
});

function noName({ input }: { readonly input?: unknown }): string {
  const known = findStatistic(String(input).toLowerCase());
  if (known?.name === PROPERTY.name)
    return 'The filter names the statistic PROPERTY without its key; use property in place of name, such as {"property":{"key":"plan"},"operator":"IS","values":["pro"]}.';
  return known
    ? `The statistic ${known.name.toUpperCase()} cannot be filtered on; use one of ${NAMES}.`
    : `The name ${quote(String(input))} of the filter is not a statistic; use one of ${NAMES}.`;
}

const whole = part(1).refine(
  filter => countConditions(filter) <= MAX_CONDITIONS,
  `The filter has more than ${MAX_CONDITIONS} conditions; leave some out.`,
);

/** A filter as GraphQL passes it, parsed to a Filter. Only the first error is reported, for the filter as a whole. */
export const filterInput: z.ZodType<Filter, FilterInput> = z
  .custom<FilterInput>()
  .transform((given, { addIssue }): Filter => filterOrIssue(whole.safeParse(given), addIssue));

/** The JSON text of a filter, as REST and operators write it, parsed to a Filter. */
export const filterText = z
  .string()
  .meta({ examples: [EXAMPLE] })
  .transform((text, { addIssue }): Filter => {
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch {
      addIssue(`The filter is not valid JSON; use one such as ${EXAMPLE}.`);
      return z.NEVER;
    }
    return filterOrIssue(whole.safeParse(given), addIssue);
  })
  .meta({ contentMediaType: 'application/json' });

function filterOrIssue({ data, error }: z.ZodSafeParseResult<Filter>, addIssue: (message: string) => void): Filter {
  if (data) return data;
  addIssue(error?.issues[0]?.message ?? '');
  return z.NEVER;
}

/** Returns the schema of a part and its inner parts; depth is limited, so no filter recurses further. */
function part(depth: number): z.ZodType<Filter> {
  const inner: z.ZodType<Filter> =
    depth < MAX_DEPTH
      ? part(depth + 1)
      : z.never(`The filter is nested more than ${MAX_DEPTH} levels deep; flatten it.`);
  const list = (word: string) =>
    z
      .array(inner, `The ${word} of the filter is not a list; use a list of filters.`)
      .min(1, `The list "${word}" of the filter is empty; add a condition to it.`)
      .nullish();
  const shape = {
    and: list('and'),
    or: list('or'),
    not: inner.nullish(),
    name: statistic.nullish(),
    property: propertyRef.nullish(),
    operator: operatorOf('the filter').nullish(),
    values: values.nullish(),
  };
  return z
    .strictObject(shape, {
      error: issue =>
        issue.code === 'unrecognized_keys'
          ? `The filter has the unknown key ${quote(String(issue.keys[0]))}; use only ${Object.keys(shape).join(', ')}.`
          : `A part of the filter is not an object; use one such as ${EXAMPLE}.`,
    })
    .transform((given, { addIssue }): Filter => {
      const read = kindOf(given);
      if (typeof read !== 'string') return read;
      addIssue(read);
      return z.NEVER;
    });
}

interface Part {
  readonly and?: readonly Filter[] | null | undefined;
  readonly or?: readonly Filter[] | null | undefined;
  readonly not?: Filter | null | undefined;
  readonly name?: StatName | null | undefined;
  readonly property?: PropertyRef | null | undefined;
  readonly operator?: Condition['operator'] | null | undefined;
  readonly values?: readonly string[] | null | undefined;
}

function kindOf(given: Part): Filter | string {
  const { and, or, not, name, property: ref, operator: compared, values: texts } = given;
  const isGiven = (field: unknown) => field !== null && field !== undefined;
  const isCondition = [name, ref, compared, texts].some(isGiven);
  const kinds = [and, or, not].filter(isGiven).length + Number(isCondition);
  if (kinds !== 1) {
    const sent = kinds === 0 ? 'none of them' : 'more than one of them';
    return `Each part of a filter has exactly one of and, or, not, or name, operator and values together; ${sent} was sent.`;
  }
  if (not) return { not };
  if (and) return { and };
  if (or) return { or };
  if (ref && name) return 'A condition of the filter has either a name or a property; use one of them.';
  if (ref && compared && texts)
    return (
      valuesFault(`the property ${ref.key}`, compared, texts) ?? {
        property: ref,
        operator: compared,
        values: texts.map(toStorable),
      }
    );
  if (!name || !compared || !texts)
    return 'A condition of the filter has a name, an operator and values; use all three.';
  return (
    valuesFault(name.toUpperCase(), compared, texts) ?? { name, operator: compared, values: texts.map(toStorable) }
  );
}

/** Returns what is wrong with the values of a condition on `title`. */
export function valuesFault(title: string, compared: Condition['operator'], texts: readonly string[]): string | null {
  if (texts.length === 0) return `The condition on ${title} has no values; use at least one.`;
  if (texts.length > MAX_VALUES)
    return `The condition on ${title} has ${texts.length} values; at most ${MAX_VALUES} are allowed.`;
  if (texts.includes('') && compared !== 'IS' && compared !== 'IS_NOT')
    return 'Every value contains the empty text; use IS or IS_NOT for the empty value.';
  return null;
}

function countConditions(filter: Filter): number {
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : 'not' in filter ? [filter.not] : [];
  return parts.reduce((sum, inner) => sum + countConditions(inner), 'operator' in filter ? 1 : 0);
}
