import { FILTERABLE, type Filter, type FilterInput, type FilterOperator } from '../domain/filter.ts';
import { filterInput } from '../domain/inputs/filter.ts';
import { builder } from './builder.ts';
import { StatName } from './stat-name.ts';

const OPERATORS: Record<FilterOperator, string> = {
  IS: 'The value is one of these, exactly; the empty text is the unknown value, and direct visits.',
  IS_NOT: 'The value is none of these.',
  CONTAINS: 'The value contains one of these texts literally, ASCII letters in either case.',
  DOES_NOT_CONTAIN: 'The value contains none of these texts.',
  STARTS_WITH: 'The value starts with one of these texts, ASCII letters in either case.',
};

const Operator = builder.enumType('FilterOperator', {
  description: 'How a filter compares a value.',
  values: Object.fromEntries(Object.entries(OPERATORS).map(([name, description]) => [name, { description }])) as {
    [Name in FilterOperator]: { description: string };
  },
});

/** A filter as it is sent; the rules beyond its shape are `filterInput`. */
export const StatFilter = builder.inputRef<FilterInput>('StatFilter').implement({
  description: [
    'Which visits are counted. Exactly one of `and`, `or`, `not`, or the three of `name`, `operator` and `values`; at most 5 deep and 30 conditions.',
    'A condition on PAGE is true of a visit with such a pageview, one on EVENT of a visit with such an event, and IS_NOT and DOES_NOT_CONTAIN of a visit without any; all others look at what the visit or its visitor has.',
    `Names that can be filtered on: ${FILTERABLE.map(name => name.toUpperCase()).join(', ')}.`,
    'What belongs to no visit, such as a pageview that identifies nobody, is not counted under a filter, and neither is what is older than the hits that are kept.',
  ].join('\n\n'),
  fields: t => ({
    and: t.field({ type: [StatFilter], description: 'All of these.' }),
    or: t.field({ type: [StatFilter], description: 'At least one of these.' }),
    not: t.field({ type: StatFilter, description: 'Not this.' }),
    name: t.field({ type: StatName, description: 'What is compared.' }),
    operator: t.field({ type: Operator, description: 'How it is compared.' }),
    values: t.stringList({ description: 'What it is compared with: 1 to 100 values, in the form the statistic has.' }),
  }),
});

/** The argument of whatever can be filtered. */
export const filterArg = builder.args(t => ({
  filter: t.field({ type: StatFilter, description: 'Counts only what belongs to visits that match.' }),
}));

/** The schema of `filterArg`. */
export const filterShape = { filter: filterInput.nullish() };

/** The argument as the read path takes it: what `filterShape` has made of it. */
export function filterOf(filter: FilterInput | null | undefined): Filter | null {
  return (filter ?? null) as Filter | null;
}

builder.scalarType('StatFilterOut', {
  description: 'A filter as JSON, in the form that `StatFilter` takes it.',
  serialize: filter => filter,
});
