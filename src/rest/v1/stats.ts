import { toCsv } from '../../domain/csv.ts';
import { STATISTICS } from '../../domain/statistics.ts';
import { RestSharedStatsDocument, RestStatsDocument, type RestStatsQuery } from '../__generated__/operations.ts';
import { flatPage, flatPageSchema } from '../page-json.ts';
import { statsAcceptedCsvQuery, statsCsvQuery, statsFileQuery, statsQuery } from '../parameters.ts';
import { missing } from '../refusal.ts';
import { type AnyRoute, route } from '../route.ts';
import { cellOf, FIELD_SCHEMAS, fieldsOf, namesIn } from '../stat-fields.ts';

/** The schema of a row of a statistic. */
export const STAT_SCHEMA = {
  description: 'One value of a statistic with its count, and with the keys that `fields` adds.',
  type: 'object',
  required: ['value', 'count'],
  properties: {
    value: {
      type: 'string',
      maxLength: 255,
      description: 'The value; empty if unknown and for direct visits, never null.',
    },
    count: { type: 'integer', minimum: 0 },
    ...FIELD_SCHEMAS,
  },
};

const EXAMPLE = [
  { value: '/', count: 1204 },
  { value: '/pricing', count: 311 },
];

const SOURCE_HEADERS = {
  'X-Footfall-Basis': {
    description:
      'The data that the numbers are computed from: `ROLLUP`, precomputed sums, which cover data of any age; `HITS`, individual visits and hits, as far back as they are stored, which `filter` needs; `IMPORTED`, sums that imports have added, and nothing else; or `MIXED`, precomputed sums with `amounts` from hits, or with a part that imports have added, which `imported` among the `fields` tells.',
    required: true,
    schema: { enum: ['ROLLUP', 'HITS', 'IMPORTED', 'MIXED'] },
  },
  'X-Footfall-Fresh-At': {
    description: 'Every hit acknowledged on the responding machine before this time is counted.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Footfall-Known-From': {
    description:
      'The first day from which the statistic, and everything that `filter` compares, is known: it was added by an upgrade after the first visits were stored. Left out if it is known for the whole history of the website.',
    schema: { type: 'string', format: 'date' },
  },
  'X-Footfall-Amounts-From': {
    description:
      'With `amounts` among the `fields`, the first day from which amounts that are counted from hits are complete, because older hits are no longer stored. Left out if the amounts are precomputed sums, or if all hits are stored.',
    schema: { type: 'string', format: 'date' },
  },
  'X-Footfall-Counts-From': {
    description:
      'With `filter`, the first day from which individual hits are available: earlier days have only sums, which were imported, or which are left of hits that are no longer stored. Left out if the whole range is counted.',
    schema: { type: 'string', format: 'date' },
  },
  'X-Footfall-Rules': {
    description:
      'For `source` and `channel`, the version of the sources and of the channel rules that visits get their values from; visits that were counted before it keep theirs. Left out for all other statistics.',
    schema: { type: 'string' },
  },
};

/** A note in the description of every CSV file. */
export const FORMULAS = 'Values that a spreadsheet would run as a formula are prefixed with an apostrophe.';

/** The routes of /stats, in the order of the documentation. */
export const STATS_ROUTES = [
  statsRoute('/stats/{id}', statsQuery, 'accepted', {
    id: 'getStats',
    tag: 'Statistics',
    summary: 'Read a statistic',
    description: `Returns one page of one of the ${STATISTICS.length} statistics over a range of days. For all rows as CSV, use the path with \`.csv\`, or send \`Accept: text/csv\`, with which \`bom\` is accepted, too.`,
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
  statsRoute('/stats/{id}.csv', statsCsvQuery, 'csv', {
    id: 'getStatsAsCsv',
    tag: 'Statistics',
    summary: 'Export a statistic as CSV',
    description: `Returns all rows as CSV with the columns \`value\` and \`count\`, and one for each of \`fields\`. ${FORMULAS}`,
    schema: { type: 'string' },
    example: toCsv(
      ['value', 'count'],
      EXAMPLE.map(({ value, count }) => [value, count]),
    ),
  }),
  statsRoute('/stats/{id}.json', statsFileQuery, 'json', {
    id: 'getStatsAsJson',
    tag: 'Statistics',
    summary: 'Export a statistic as JSON',
    description: 'Returns all rows as a JSON array with one row per line.',
    schema: { type: 'array', items: { $ref: '#/components/schemas/Stat' } },
    example: EXAMPLE,
  }),
];

/** By then, a named range has become its days. */
interface Days {
  readonly from: string;
  readonly to: string;
}

function statsRoute(
  path: string,
  query: typeof statsQuery | typeof statsFileQuery | typeof statsCsvQuery,
  format: 'csv' | 'json' | 'accepted',
  describe: AnyRoute['describe'],
) {
  return route({
    method: 'GET',
    path,
    status: 200,
    operation: RestStatsDocument,
    shared: RestSharedStatsDocument,
    query: query as typeof statsQuery,
    ...(format === 'accepted' ? { fileQuery: statsAcceptedCsvQuery } : {}),
    body: null,
    variables: ({ id, query: { fields = [], ...given } }) => ({
      ...(given as typeof given & Days),
      id,
      more: fields.length > 0,
      amounts: fields.includes('amounts'),
      hosts: fields.includes('host'),
    }),
    headers: SOURCE_HEADERS,
    answer(data, place) {
      const page = statsOf(data);
      const names = namesIn(place.query.find(([name]) => name === 'fields')?.[1]);
      const rows = page.rows.map(row => {
        const more = fieldsOf(row, names).map((value, at) => [names[at] as string, value] as const);
        return { value: row.value, count: row.count, ...Object.fromEntries(more) };
      });
      return { body: flatPage({ ...page, rows }, place), headers: sourceOf(data) };
    },
    export: {
      format,
      page: (variables, page) => ({ ...variables, perPage: 100 as const, page }),
      lastPage: data => statsOf(data).lastPage,
      headers: sourceOf,
      columns: ({ fields = [] }) => ['value', 'count', ...fields],
      rows: (data, { fields = [] }) =>
        statsOf(data).rows.map(row => {
          const more = fieldsOf(row, fields);
          return [row.value, row.count, ...(format === 'json' ? more : more.map(cellOf))];
        }),
    },
    describe,
  });
}

/** Returns the source of the numbers as headers, because the shape of the body is fixed. */
function sourceOf(data: RestStatsQuery) {
  const { basis, freshAt, knownFrom, rules, amountsFrom = null, countsFrom } = statsOf(data);
  return {
    'X-Footfall-Basis': basis,
    'X-Footfall-Fresh-At': freshAt,
    ...(knownFrom === null ? {} : { 'X-Footfall-Known-From': knownFrom }),
    ...(amountsFrom === null ? {} : { 'X-Footfall-Amounts-From': amountsFrom }),
    ...(countsFrom === null ? {} : { 'X-Footfall-Counts-From': countsFrom }),
    ...(rules === null ? {} : { 'X-Footfall-Rules': rules }),
  };
}

function statsOf({ website }: RestStatsQuery) {
  if (website === null) throw missing();
  return website.stats;
}
