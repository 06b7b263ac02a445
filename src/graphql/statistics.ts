import { dayRange } from '../domain/presets.ts';
import { toStorable } from '../domain/text.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import { checkFilter, filterArg, filterOf } from './filter.ts';
import { checkPaging, pagingArgs, pagingOf } from './paging.ts';
import { checkDays, compareArg, rangeArgs, weightOfRange } from './period.ts';
import { checkedBy } from './rules.ts';
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
      extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfRange(args, 20) },
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
      validate: checkedBy(checkPaging, checkDays, checkFilter),
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

const SUMS = ['visitors', 'visits', 'pageviews', 'events', 'bounceRate', 'visitDuration'];

/** What costs more than the counts is read only when it is asked for. */
function wantedBeside(paths: ReadonlySet<string>) {
  const asks = (lines: readonly string[], fields: readonly string[]) =>
    lines.some(line => fields.some(field => paths.has(`${line}.${field}`)));
  return {
    sums: asks(['rows', 'other', 'totals'], SUMS),
    amounts: asks(['rows', 'other'], ['amounts']),
    other: paths.has('other'),
  };
}
