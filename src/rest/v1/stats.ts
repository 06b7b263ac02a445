import * as z from 'zod';
import { filterJson } from '../../domain/filter.ts';
import { inOrder } from '../../domain/inputs/days.ts';
import { filterText } from '../../domain/inputs/filter.ts';
import { perPage } from '../../domain/inputs/paging.ts';
import { statName } from '../../domain/inputs/statistic.ts';
import { STATISTICS } from '../../domain/statistics.ts';
import { RestStatsDocument, type RestStatsQuery } from '../__generated__/operations.ts';
import { toCsv } from '../csv.ts';
import { flatPage } from '../paginate.ts';
import { flatPageSchema, object } from '../paging-schemas.ts';
import { missing } from '../refusal.ts';
import { type AnyRoute, route } from '../route.ts';
import { choice, number, pageNumber, text } from '../wire.ts';
import { rangeDays } from './days.ts';

const whole = {
  name: statName
    .meta({
      examples: ['page'],
      'x-enumDescriptions': Object.fromEntries(
        STATISTICS.map(({ name, description, value, example }) => [
          name,
          `${description} Value: ${value}, such as \`${example}\`.`,
        ]),
      ),
    })
    .transform(name => name.toUpperCase() as Uppercase<typeof name>)
    .meta({ description: 'Which statistic.' }),
  ...rangeDays,
  search: text().optional().meta({ description: 'Only values that contain this text; `%` and `_` mean themselves.' }),
  search_by: choice(['value'], { url: 'value' }).meta({
    description: 'What `search` looks at; `url` is an older word for `value`.',
  }),
  sort_by: choice(['count', 'value']).meta({ description: 'What the rows are ordered by.' }),
  sort: choice(['desc', 'asc']).meta({ description: 'Which way they are ordered.' }),
};

const paged = {
  ...whole,
  per_page: number(perPage).optional().meta({ default: 10, description: 'How many rows a page has.' }),
  page: pageNumber.meta({ description: 'Which page; one past the last has no rows.' }),
};

const filter = filterText.transform(filterJson).optional().meta({
  description:
    'Counts only what belongs to visits that match: the JSON of a `StatFilter` of GraphQL, such as `{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}`.',
});

const asked = z.object({ ...paged, filter }).check(inOrder);
/** A file has all rows. */
const askedOfFile = z.object({ ...whole, filter }).check(inOrder);

/** The row of a statistic, as REST writes it. */
export const STAT_SCHEMA = {
  description: 'One value of a statistic and how often it was counted.',
  ...object({
    value: {
      type: 'string',
      maxLength: 255,
      description: 'Empty when it is unknown, and for direct visits; never null.',
    },
    count: { type: 'integer', minimum: 0 },
  }),
};

const EXAMPLE = [
  { value: '/', count: 1204 },
  { value: '/pricing', count: 311 },
];

const SOURCE_HEADERS = {
  'X-Footfall-Basis': {
    description:
      'Where the numbers come from: `ROLLUP`, sums that are kept ready, of any age; or `HITS`, single visits and hits, as far back as they are kept, which `filter` needs.',
    required: true,
    schema: { enum: ['ROLLUP', 'HITS'] },
  },
  'X-Footfall-Fresh-At': {
    description: 'Every hit that was acknowledged before, on the machine that answers, is counted.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
  },
};

/** What is said of every CSV. */
export const FORMULAS = 'A value that a spreadsheet would take for a formula begins with an apostrophe.';

/** The rows of /stats, in the order of the documentation. */
export const STATS_ROUTES = [
  statsRoute('/stats/{id}', asked, 'accepted', {
    id: 'getStats',
    tag: 'Statistics',
    summary: 'Read a statistic',
    description: `One of the ${STATISTICS.length} statistics over a range of days, a page at a time. As CSV, then with all rows, when \`Accept\` asks for \`text/csv\`.`,
    schema: flatPageSchema({ $ref: '#/components/schemas/Stat' }),
    example: flatPage(
      { rows: EXAMPLE, total: 2, page: 1, perPage: 10, lastPage: 1 },
      {
        url: 'https://stats.example.com/api/v1/stats/12',
        query: [
          ['name', 'page'],
          ['from', '2026-01-01'],
          ['to', '2026-01-31'],
        ],
      },
    ),
  }),
  statsRoute('/stats/{id}.csv', askedOfFile, 'csv', {
    id: 'getStatsAsCsv',
    tag: 'Statistics',
    summary: 'Take a statistic away as CSV',
    description: `All rows as CSV with the head \`value,count\`. ${FORMULAS}`,
    schema: { type: 'string' },
    example: toCsv(
      ['value', 'count'],
      EXAMPLE.map(({ value, count }) => [value, count]),
    ),
  }),
  statsRoute('/stats/{id}.json', askedOfFile, 'json', {
    id: 'getStatsAsJson',
    tag: 'Statistics',
    summary: 'Take a statistic away as JSON',
    description: 'All rows as one JSON array, a row a line.',
    schema: { type: 'array', items: { $ref: '#/components/schemas/Stat' } },
    example: EXAMPLE,
  }),
];

function statsRoute(
  path: string,
  query: typeof asked | typeof askedOfFile,
  format: 'csv' | 'json' | 'accepted',
  describe: AnyRoute['describe'],
) {
  return route({
    method: 'GET',
    path,
    status: 200,
    operation: RestStatsDocument,
    query: query as typeof asked,
    body: null,
    variables: ({ id, query: given }) => ({ ...given, id }),
    headers: SOURCE_HEADERS,
    answer: (data, place) => ({ body: flatPage(statsOf(data), place), headers: sourceOf(data) }),
    export: {
      format,
      page: (variables, page) => ({ ...variables, perPage: 100 as const, page }),
      lastPage: data => statsOf(data).lastPage,
      headers: sourceOf,
      columns: ['value', 'count'],
      rows: data => statsOf(data).rows.map(({ value, count }) => [value, count]),
    },
    describe,
  });
}

/** The body has a fixed shape, so that where its numbers come from stands in headers. */
function sourceOf(data: RestStatsQuery) {
  const { basis, freshAt } = statsOf(data);
  return { 'X-Footfall-Basis': basis, 'X-Footfall-Fresh-At': freshAt };
}

function statsOf({ website }: RestStatsQuery) {
  if (website === null) throw missing();
  return website.stats;
}
