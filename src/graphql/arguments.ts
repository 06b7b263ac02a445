import { dayNumber } from '../domain/calendar.ts';
import { FILTERABLE, type Filter, type FilterInput, type FilterOperator } from '../domain/filter.ts';
import { filterInput } from '../domain/inputs/filter.ts';
import { page, perPage } from '../domain/inputs/paging.ts';
import {
  type Comparison,
  dayRange,
  earlierRange,
  type Compare as Named,
  type Running,
  runningDay,
} from '../domain/range.ts';
import { aboutOf } from '../domain/statistic.ts';
import { NAMED_STATISTICS, type StatName as Name } from '../domain/statistics.ts';
import type { PeriodQuery } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { builder, enumOf } from './builder.ts';
import type { Context } from './context.ts';

/** Ascending or descending. */
const SortDirection = enumOf('SortDirection', 'The sort order.', {
  ASC: 'Smallest first, or A to Z.',
  DESC: 'Largest first, or Z to A.',
});

/** The arguments of every paginated list. */
export const pagingArgs = builder.args(t => ({
  sort: t.field({ type: SortDirection, defaultValue: 'DESC', description: 'The sort order.' }),
  perPage: t.int({ defaultValue: 10, description: 'The number of rows per page: 10, 25, 50 or 100.' }),
  page: t.int({
    defaultValue: 1,
    description: 'The number of the page, starting at 1. A page past the last one has no rows.',
  }),
}));

/** The schemas of `pagingArgs`. */
export const pagingShape = { perPage: perPage.nullish(), page: page.nullish() };

interface PagingInput {
  readonly sort?: 'ASC' | 'DESC' | null | undefined;
  readonly perPage?: number | null | undefined;
  readonly page?: number | null | undefined;
}

/** Returns the arguments with their defaults, which also replace an explicit null. */
export function pagingOf({ sort, perPage, page }: PagingInput) {
  return { sort: sort ?? 'DESC', perPage: perPage ?? 10, page: page ?? 1 } as const;
}

/** One value per registry entry; internally, a statistic keeps its REST name. */
export const StatName = enumOf(
  'StatName',
  'A statistic: what is counted, and by which value.',
  Object.fromEntries(NAMED_STATISTICS.map(statistic => [statistic.name, aboutOf(statistic)])) as Record<Name, string>,
);

export const Operator = enumOf<FilterOperator>('FilterOperator', 'How a filter compares values.', {
  IS: 'The value equals one of these. The empty text matches unknown values and direct visits.',
  IS_NOT: 'The value is none of these.',
  CONTAINS: 'The value contains one of these literal texts, ignoring the case of ASCII letters.',
  DOES_NOT_CONTAIN: 'The value contains none of these texts.',
  STARTS_WITH: 'The value starts with one of these texts, ignoring the case of ASCII letters.',
});

const PropertyRefInput = builder.inputType('PropertyRefInput', {
  description: 'A property of an event, or of pageviews.',
  fields: t => ({
    key: t.string({ required: true, description: 'The key of the property.' }),
    event: t.string({ description: 'The name of the event; without it, the property is one of pageviews.' }),
  }),
});

/** A filter as the client sends it; `filterInput` has the rules beyond its shape. */
export const StatFilter = builder.inputRef<FilterInput>('StatFilter').implement({
  description: [
    'Selects the visits to count. Send exactly one of `and`, `or`, `not`, or `name`, `operator` and `values` together. A filter can be nested at most 5 levels deep and have at most 30 conditions.',
    'A condition on PAGE matches a visit with at least one matching pageview, a condition on EVENT a visit with at least one matching event; with IS_NOT and DOES_NOT_CONTAIN, a visit with no such pageview or event. All other conditions compare the value of the visit or its visitor.',
    'A condition on a property matches a visit with at least one pageview, or one event of that name, with such a value; one without the property has the empty value.',
    `Statistics that can be filtered on: ${FILTERABLE.map(name => name.toUpperCase()).join(', ')}.`,
    'A filter leaves out everything that belongs to no visit, such as a pageview that identifies nobody, and all days whose hits are no longer stored.',
  ].join('\n\n'),
  fields: t => ({
    and: t.field({ type: [StatFilter], description: 'All of these must match.' }),
    or: t.field({ type: [StatFilter], description: 'At least one of these must match.' }),
    not: t.field({ type: StatFilter, description: 'This must not match.' }),
    name: t.field({ type: StatName, description: 'The statistic whose value is compared.' }),
    property: t.field({
      type: PropertyRefInput,
      description: 'The property whose value is compared, in place of `name`.',
    }),
    operator: t.field({ type: Operator, description: 'How the value is compared.' }),
    values: t.stringList({
      description: 'The values to compare with, 1 to 100, in the form the statistic returns them.',
    }),
  }),
});

/** The argument of every field that can be filtered. */
export const filterArg = builder.args(t => ({
  filter: t.field({ type: StatFilter, description: 'Counts only matching visits and their hits.' }),
}));

/** The schema of `filterArg`. */
export const filterShape = { filter: filterInput.nullish() };

/** Returns the argument, already parsed by `filterShape`, as the read path takes it. */
export function filterOf(filter: FilterInput | null | undefined): Filter | null {
  return (filter ?? null) as Filter | null;
}

builder.scalarType('StatFilterOut', {
  description: 'A filter as JSON, in the shape of `StatFilter`.',
  serialize: filter => filter,
});

export const Compare = enumOf<Named>(
  'Compare',
  'The earlier range to compare with. There is no comparison if that range would begin before the first day with a hit or imported sums or, with a filter, before the first day whose hits are still stored, or in days that were imported as sums.',
  {
    PREVIOUS_PERIOD: 'The same number of days immediately before the range.',
    PREVIOUS_WEEKDAYS:
      'The same number of days, moved back by the fewest whole weeks that put them before the range, so that each day is compared with the same day of the week.',
    PREVIOUS_YEAR: 'The same dates one year earlier.',
  },
);

/** The argument of a mutation of a website. */
export const websiteArg = builder.args(t => ({
  website: t.id({ required: true, description: 'The id of the website.' }),
}));

/** The arguments of a range of days. */
export const rangeArgs = builder.args(t => ({
  from: t.field({
    type: 'Date',
    required: true,
    description: "The first day of the range, in the website's time zone.",
  }),
  to: t.field({
    type: 'Date',
    required: true,
    description: 'The last day of the range, inclusive; not before `from`.',
  }),
}));

/** The argument that selects the earlier range to compare with. */
export const compareArg = builder.args(t => ({
  compare: t.field({
    type: Compare,
    description: 'The earlier range to compare with; if omitted, there is no comparison.',
  }),
  compareFrom: t.field({
    type: 'Date',
    description:
      'The first day of another earlier range, which replaces `compare` and has as many days; it must be before `from`.',
  }),
}));

interface PeriodInput {
  readonly from: string;
  readonly to: string;
  readonly compare?: Named | null | undefined;
  readonly compareFrom?: string | null | undefined;
  readonly filter?: Parameters<typeof filterOf>[0];
}

/** Returns the validated arguments as the read path takes them, without a comparison. */
export function periodOf({ id, timezone }: Website, { from, to, filter }: PeriodInput): PeriodQuery {
  return { website: id, timezone, ...dayRange(from, to), compare: null, filter: filterOf(filter) };
}

/** Returns the comparison of `compareArg` as the read path takes it. */
export function comparisonOf({
  compare,
  compareFrom,
}: Pick<PeriodInput, 'compare' | 'compareFrom'>): Comparison | null {
  return compareFrom ? { from: dayNumber(compareFrom) } : (compare ?? null);
}

/** Returns the same, but null if the earlier range begins before there was anything to count. */
export async function countedComparison(
  website: Website,
  { from, to, ...compared }: PeriodInput,
  { loaders }: Context,
): Promise<Comparison | null> {
  const compare = comparisonOf(compared);
  const earlier = earlierRange(dayRange(from, to), compare);
  const first = earlier && (await loaders.firstDay.load(website.id));
  return earlier && first !== null && earlier.from >= first ? compare : null;
}

/** Returns how far today has come; null if the range is over, or is not compared. */
export function runningIn(
  { timezone }: Website,
  { to }: Pick<PeriodInput, 'to'>,
  compare: Comparison | null,
  { now }: Context,
): Running | null {
  const today = compare && runningDay(now(), timezone);
  return today && today.day <= dayNumber(to) ? today : null;
}

/** Returns the validated arguments as the read path takes them. */
export async function comparedPeriodOf(website: Website, args: PeriodInput, context: Context): Promise<PeriodQuery> {
  const compare = await countedComparison(website, args, context);
  return { ...periodOf(website, args), compare, running: runningIn(website, args, compare, context) };
}
