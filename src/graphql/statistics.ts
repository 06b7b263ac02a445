import { inOrder } from '../domain/inputs/days.ts';
import { metricsIn } from '../domain/metrics.ts';
import { dayRange } from '../domain/range.ts';
import { findStatistic } from '../domain/statistics.ts';
import { toStorable } from '../domain/text.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import type { WeightWithPass } from './complexity.ts';
import { filterArg, filterOf, filterShape } from './filter.ts';
import { pagingArgs, pagingOf, pagingShape } from './paging.ts';
import { compareArg, rangeArgs, weightOfPass } from './period.ts';
import { selectedPaths } from './selection.ts';
import { StatName } from './stat-name.ts';
import { StatPage } from './stat-page.ts';

const StatSearchField = builder.enumType('StatSearchField', {
  description: 'The field that a search in a statistic matches.',
  values: { VALUE: { description: 'The stored value of the row, not its label.' } } as const,
});

const StatSortField = builder.enumType('StatSortField', {
  description: 'The field that the rows of a statistic are sorted by.',
  values: {
    COUNT: { description: 'The count; rows with equal counts are sorted by value.' },
    VALUE: { description: 'The value, character by character.' },
  } as const,
});

/** The interface that everyone who can see the statistics of a website can read; it has no settings. */
export const Statistics = builder.interfaceRef<Website>('Statistics').implement({
  description:
    'The statistics of a website. A fragment on this interface works for both `Website` and `SharedWebsite`.',
  fields: t => ({
    domain: t.exposeString('domain', {
      description: 'The domain, in lower case and without `www.`, such as `example.com`.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'The IANA time zone of the days and hours, such as `Europe/Berlin`.',
    }),
    stats: t.field({
      type: StatPage,
      description:
        'A statistic over a range of days. All `stats` fields of a request are read together, so a whole dashboard takes one query.',
      extensions: { weight: weightOfStatistic },
      args: {
        name: t.arg({ type: StatName, required: true, description: 'The statistic to read.' }),
        ...rangeArgs,
        search: t.arg.string({
          description:
            'Returns only values that contain this text, ignoring the case of ASCII letters; `%` and `_` are literal.',
        }),
        searchBy: t.arg({
          type: StatSearchField,
          defaultValue: 'VALUE',
          description: 'The field that `search` matches.',
        }),
        sortBy: t.arg({
          type: StatSortField,
          defaultValue: 'COUNT',
          description: 'The field that the rows are sorted by.',
        }),
        ...pagingArgs,
        ...filterArg,
        ...compareArg,
      },
      validate: checked({ ...pagingShape, ...filterShape }, inOrder),
      resolve: (website, { name, from, to, search, sortBy, filter, compare, ...paging }, { stats }, info) =>
        stats.load({
          website: website.id,
          name,
          ...dayRange(from, to),
          search: search ? toStorable(search) : null,
          sortBy: sortBy ?? 'COUNT',
          ...pagingOf(paging),
          filter: filterOf(filter),
          compare: compare ?? null,
          ...wantedBeside(selectedPaths(info)),
        }),
    }),
  }),
});

/** A page of values costs reading and sorting all values of the website; days and hours are few. */
function weightOfStatistic(args: Readonly<Record<string, unknown>>): number | WeightWithPass {
  if (args.filter) return weightOfPass(args, 20);
  return findStatistic(String(args.name))?.read ? 30 : 20;
}

const METRICS_OF_ROWS = metricsIn('rows').map(({ name }) => name);

/** Metrics, amounts and `other` cost more than the counts, so they are read only when selected. */
function wantedBeside(paths: ReadonlySet<string>) {
  const asks = (lines: readonly string[], fields: readonly string[]) =>
    lines.some(line => fields.some(field => paths.has(`${line}.${field}`)));
  return {
    sums: asks(['rows', 'other', 'totals'], METRICS_OF_ROWS),
    amounts: asks(['rows', 'other'], ['amounts']),
    other: paths.has('other'),
  };
}
