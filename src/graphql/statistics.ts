import { inOrder } from '../domain/inputs/days.ts';
import { metricsIn } from '../domain/metrics.ts';
import { dayRange } from '../domain/presets.ts';
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
  description: 'What a search in a statistic looks at.',
  values: { VALUE: { description: 'The value of the row, as it is stored and not as it is labelled.' } } as const,
});

const StatSortField = builder.enumType('StatSortField', {
  description: 'What the rows of a statistic are ordered by.',
  values: {
    COUNT: { description: 'The count; rows that count the same are ordered by value.' },
    VALUE: { description: 'The value, character by character.' },
  } as const,
});

/** What can be read of a website by whoever may see its statistics; its settings are not part of it. */
export const Statistics = builder.interfaceRef<Website>('Statistics').implement({
  description: 'The statistics of a website. A fragment on this serves its account and its visitors alike.',
  fields: t => ({
    domain: t.exposeString('domain', { description: 'The domain, in lower case and without `www.`: `example.com`.' }),
    timezone: t.exposeString('timezone', { description: 'The IANA time zone that its days and hours are in.' }),
    stats: t.field({
      type: StatPage,
      description:
        'A statistic over a range of days. All fields like this one are read together, so a whole dashboard is one query.',
      extensions: { weight: weightOfStatistic },
      args: {
        name: t.arg({ type: StatName, required: true, description: 'Which statistic.' }),
        ...rangeArgs,
        search: t.arg.string({
          description: 'Only values that contain this text, in either case; `%` and `_` mean themselves.',
        }),
        searchBy: t.arg({ type: StatSearchField, defaultValue: 'VALUE', description: 'What `search` looks at.' }),
        sortBy: t.arg({ type: StatSortField, defaultValue: 'COUNT', description: 'What the rows are ordered by.' }),
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

/** All values of a website are read and sorted for a page of them, while those of the calendar are few. */
function weightOfStatistic(args: Readonly<Record<string, unknown>>): number | WeightWithPass {
  if (args.filter) return weightOfPass(args, 20);
  return findStatistic(String(args.name))?.read ? 30 : 20;
}

const METRICS_OF_ROWS = metricsIn('rows').map(({ name }) => name);

/** What costs more than the counts is read only when it is asked for. */
function wantedBeside(paths: ReadonlySet<string>) {
  const asks = (lines: readonly string[], fields: readonly string[]) =>
    lines.some(line => fields.some(field => paths.has(`${line}.${field}`)));
  return {
    sums: asks(['rows', 'other', 'totals'], METRICS_OF_ROWS),
    amounts: asks(['rows', 'other'], ['amounts']),
    other: paths.has('other'),
  };
}
