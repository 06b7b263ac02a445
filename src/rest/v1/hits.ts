import * as z from 'zod';
import { inOrder } from '../../domain/inputs/days.ts';
import { HIT_COLUMNS, readHits } from '../../graphql/hits.ts';
import { RestHitsDocument } from '../__generated__/operations.ts';
import { type Cell, toCsv } from '../csv.ts';
import type { Schema } from '../json-schema.ts';
import { object } from '../paging-schemas.ts';
import { missing } from '../refusal.ts';
import { type AnyRoute, route } from '../route.ts';
import { rangeDays } from './days.ts';
import { FORMULAS } from './stats.ts';

const tag = 'Websites';
const asked = z.object(rangeDays).check(inOrder);

const KNOWN: Readonly<Record<string, Schema>> = {
  time: { type: 'string', format: 'date-time', description: 'UTC.' },
  day: { type: 'string', format: 'date', description: 'The day in the time zone of the website.' },
  kind: { enum: ['pageview', 'event'] },
  visitor: { type: ['integer', 'null'], description: 'Who, by a number that means something within one answer alone.' },
  visit: { type: ['integer', 'null'], description: 'Which visit, in the same way.' },
  page: { type: 'string' },
  amount: { type: ['string', 'null'], description: 'The amount of an event, exact.' },
};

/** A hit, as REST writes it. */
export const HIT_SCHEMA = {
  description:
    'One pageview or event and what its visit has. What is unknown is empty, what a hit does not have is null.',
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
};

const ROW = HIT_COLUMNS.map(name => EXAMPLE[name] ?? null);
const JSON_EXAMPLE = [Object.fromEntries(HIT_COLUMNS.map((name, at) => [name, ROW[at]]))];
const KEPT = 'All hits of a range as one file, day by day, as far back as they are kept.';
const list = { type: 'array', items: { $ref: '#/components/schemas/Hit' } };

/** The rows of the hits of a website, in the order of the documentation. */
export const HIT_ROUTES = [
  hitsRoute('/websites/{id}/hits', 'accepted', {
    id: 'getHits',
    tag,
    summary: 'Take the hits of a website away',
    description: `${KEPT} One JSON array, a row a line; CSV when \`Accept\` asks for \`text/csv\`.`,
    schema: list,
    example: JSON_EXAMPLE,
  }),
  hitsRoute('/websites/{id}/hits.csv', 'csv', {
    id: 'getHitsAsCsv',
    tag,
    summary: 'Take the hits of a website away as CSV',
    description: `${KEPT} ${FORMULAS}`,
    schema: { type: 'string' },
    example: toCsv(HIT_COLUMNS, [ROW]),
  }),
  hitsRoute('/websites/{id}/hits.json', 'json', {
    id: 'getHitsAsJson',
    tag,
    summary: 'Take the hits of a website away as JSON',
    description: `${KEPT} One JSON array, a row a line.`,
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
    query: asked,
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
