import { FILTERABLE, type Filter, type FilterInput, type FilterOperator } from '../domain/filter.ts';
import { filterInput } from '../domain/inputs/filter.ts';
import { builder } from './builder.ts';
import { StatName } from './stat-name.ts';

const OPERATORS: Record<FilterOperator, string> = {
  IS: 'The value equals one of these. The empty text matches unknown values and direct visits.',
  IS_NOT: 'The value is none of these.',
  CONTAINS: 'The value contains one of these literal texts, ignoring the case of ASCII letters.',
  DOES_NOT_CONTAIN: 'The value contains none of these texts.',
  STARTS_WITH: 'The value starts with one of these texts, ignoring the case of ASCII letters.',
};

const Operator = builder.enumType('FilterOperator', {
  description: 'How a filter compares values.',
  values: Object.fromEntries(Object.entries(OPERATORS).map(([name, description]) => [name, { description }])) as {
    [Name in FilterOperator]: { description: string };
  },
});

/** A filter as the client sends it; `filterInput` has the rules beyond its shape. */
export const StatFilter = builder.inputRef<FilterInput>('StatFilter').implement({
  description: [
    'Selects the visits to count. Send exactly one of `and`, `or`, `not`, or `name`, `operator` and `values` together. A filter can be nested at most 5 levels deep and have at most 30 conditions.',
    'A condition on PAGE matches a visit with at least one matching pageview, a condition on EVENT a visit with at least one matching event; with IS_NOT and DOES_NOT_CONTAIN, a visit with no such pageview or event. All other conditions compare the value of the visit or its visitor.',
    `Statistics that can be filtered on: ${FILTERABLE.map(name => name.toUpperCase()).join(', ')}.`,
    'A filter leaves out everything that belongs to no visit, such as a pageview that identifies nobody, and all days whose hits are no longer stored.',
  ].join('\n\n'),
  fields: t => ({
    and: t.field({ type: [StatFilter], description: 'All of these must match.' }),
    or: t.field({ type: [StatFilter], description: 'At least one of these must match.' }),
    not: t.field({ type: StatFilter, description: 'This must not match.' }),
    name: t.field({ type: StatName, description: 'The statistic whose value is compared.' }),
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
