import { checkRange, dayNumber } from '../domain/range.ts';
import { type StatName as Name, STATISTICS } from '../domain/statistics.ts';
import { toStorable } from '../domain/text.ts';
import type { StatPage as Page, StatRow as Row } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import { checkPaging, pagingArgs, pagingOf } from './paging.ts';
import { checkedBy } from './rules.ts';

/** One value for each entry of the registry; inside, a statistic keeps the name REST gives it. */
export const StatName = builder.enumType('StatName', {
  description: 'The statistics: what is counted, and by what.',
  values: Object.fromEntries(
    STATISTICS.map(({ name, description, value, example }) => [
      name.toUpperCase(),
      { value: name, description: `${description} Value: ${value}, such as \`${example}\`.` },
    ]),
  ) as Record<Uppercase<Name>, { value: Name; description: string }>,
});

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

const StatRow = builder.objectRef<Row>('StatRow').implement({
  description: 'One value of a statistic and how often it was counted.',
  fields: t => ({
    value: t.exposeString('value', {
      description: 'The value, at most 255 characters; empty when it is unknown, and for direct visits.',
    }),
    label: t.exposeString('label', {
      description: 'What a person reads: `Germany` for `DE:Germany`, `Direct` or `Unknown` for the empty value.',
    }),
    count: t.expose('count', { type: 'Count', description: 'How often it was counted; the statistic says in what.' }),
    share: t.exposeFloat('share', { description: 'The part of `StatPage.sum` that this row has, from 0 to 1.' }),
  }),
});

const StatPage = builder.objectRef<Page>('StatPage').implement({
  description: 'A page of the rows of a statistic. Days and values that nothing was counted for have no row.',
  fields: t => ({
    rows: t.field({ type: [StatRow], description: 'The rows of this page.', resolve: page => page.rows }),
    total: t.expose('total', { type: 'Count', description: 'How many values match, on all pages.' }),
    sum: t.expose('sum', { type: 'Count', description: 'The counts of all matching values together, on all pages.' }),
    page: t.exposeInt('page', { description: 'Which page this is, from 1 on.' }),
    perPage: t.exposeInt('perPage', { description: 'How many rows a page has at most.' }),
    lastPage: t.exposeInt('lastPage', { description: 'The number of the last page; 1 when nothing matches.' }),
  }),
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
        'A statistic over a range of days. All fields like this one that ask for the same range are read together, so a whole dashboard is one query.',
      extensions: { weight: 20 },
      args: {
        name: t.arg({ type: StatName, required: true, description: 'Which statistic.' }),
        from: t.arg({
          type: 'Date',
          required: true,
          description: 'The first day, inclusive, in the time zone of the website.',
        }),
        to: t.arg({ type: 'Date', required: true, description: 'The last day, inclusive; not before `from`.' }),
        search: t.arg.string({
          description: 'Only values that contain this text, in either case; `%` and `_` mean themselves.',
        }),
        searchBy: t.arg({ type: StatSearchField, defaultValue: 'VALUE', description: 'What `search` looks at.' }),
        sortBy: t.arg({ type: StatSortField, defaultValue: 'COUNT', description: 'What the rows are ordered by.' }),
        ...pagingArgs,
      },
      validate: checkedBy(checkPaging, checkDays),
      resolve: (website, { name, from, to, search, sortBy, ...paging }, { stats }) =>
        stats.load({
          website: website.id,
          name,
          from: dayNumber(from),
          to: dayNumber(to),
          search: search ? toStorable(search) : null,
          sortBy: sortBy ?? 'COUNT',
          ...pagingOf(paging),
        }),
    }),
  }),
});

function checkDays({ from, to }: { readonly from: string; readonly to: string }) {
  return checkRange(from, to);
}
