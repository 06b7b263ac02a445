import { type Cell, toCsv } from '../../domain/csv.ts';
import { HIT_COLUMNS, readHits } from '../../graphql/export.ts';
import { RestHitsDocument } from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { hitsCsvQuery, hitsQuery } from '../parameters.ts';
import { missing } from '../refusal.ts';
import { type AnyRoute, route } from '../route.ts';
import { FORMULAS } from './stats.ts';

const tag = 'Websites';

const KNOWN: Readonly<Record<string, Schema>> = {
  time: { type: 'string', format: 'date-time', description: 'The time of the hit in UTC.' },
  day: { type: 'string', format: 'date', description: "The day of the hit in the website's time zone." },
  kind: { enum: ['pageview', 'event'] },
  visitor: { type: ['integer', 'null'], description: 'The number of the visitor, valid only within one response.' },
  visit: { type: ['integer', 'null'], description: 'The number of the visit, valid only within one response.' },
  page: { type: 'string' },
  amount: { type: ['string', 'null'], description: 'The exact amount of an event as decimal text.' },
  props: {
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'The properties of the hit, all as text; JSON text in CSV.',
  },
};

/** The schema of a hit. */
export const HIT_SCHEMA = {
  description:
    'One pageview or event, with the values of its visit. Unknown values are empty; values that do not apply are null.',
  ...object(Object.fromEntries(HIT_COLUMNS.map(name => [name, KNOWN[name] ?? { type: ['string', 'null'] }]))),
};

const EXAMPLE: Readonly<Record<string, Cell>> = {
  time: '2026-01-02T12:00:00.000Z',
  day: '2026-01-02',
  kind: 'pageview',
  visitor: 1,
  visit: 1,
  page: '/pricing',
  country: 'DE:Germany',
  browser: 'Firefox',
  props: { author: 'Ann' },
};

const ROW = HIT_COLUMNS.map(name => EXAMPLE[name] ?? null);
const JSON_EXAMPLE = [Object.fromEntries(HIT_COLUMNS.map((name, at) => [name, ROW[at]]))];
const KEPT = 'All hits of a range in one file, day by day, as far back as they are stored.';
const list = { type: 'array', items: { $ref: '#/components/schemas/Hit' } };

/** The routes for the hits of a website, in the order of the documentation. */
export const HIT_ROUTES = [
  hitsRoute('/websites/{id}/hits', 'accepted', {
    id: 'getHits',
    tag,
    summary: 'Export the hits of a website',
    description: `${KEPT} The file is a JSON array with one hit per line. For CSV, use the path with \`.csv\`, or send \`Accept: text/csv\`.`,
    schema: list,
    example: JSON_EXAMPLE,
  }),
  hitsRoute('/websites/{id}/hits.csv', 'csv', {
    id: 'getHitsAsCsv',
    tag,
    summary: 'Export the hits of a website as CSV',
    description: `${KEPT} ${FORMULAS}`,
    schema: { type: 'string' },
    example: toCsv(HIT_COLUMNS, [ROW]),
  }),
  hitsRoute('/websites/{id}/hits.json', 'json', {
    id: 'getHitsAsJson',
    tag,
    summary: 'Export the hits of a website as JSON',
    description: `${KEPT} The file is a JSON array with one hit per line.`,
    schema: list,
    example: JSON_EXAMPLE,
  }),
];

function hitsRoute(path: string, format: 'csv' | 'json' | 'accepted', describe: AnyRoute['describe']) {
  return route({
    method: 'GET',
    path,
    status: 200,
    operation: RestHitsDocument,
    query: format === 'csv' ? hitsCsvQuery : hitsQuery,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: null,
    export: {
      format,
      columns: HIT_COLUMNS,
      stream({ website }, range, context) {
        if (website === null) throw missing();
        return readHits(context, website, range);
      },
    },
    describe,
  });
}
