import { RestReturnsDocument, RestSharedReturnsDocument } from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { returnsQuery } from '../path-parameters.ts';
import { absent } from '../refusal.ts';
import { route } from '../route.ts';
import { inSnakeCase } from '../snake-case.ts';
import { COUNTS_FROM, orNull } from './path-schemas.ts';

const count: Schema = { type: 'integer', minimum: 0 };

const SCHEMA = object({
  rows: {
    type: 'array',
    description: 'Visitors by their number of visits on a day.',
    items: object({ visits: { type: 'integer', minimum: 1 }, visitors: count }),
  },
  visitors: { ...count, description: 'The sum of the rows; a visitor counts once a day.' },
  median_minutes: orNull(
    'number',
    "The median of the minutes from the last hit of a visit to the first of the visitor's next on the same day; null if nobody came back.",
  ),
  counts_from: COUNTS_FROM,
});

/** The route of /stats/{id}/returns. */
export const RETURN_ROUTES = [
  route({
    method: 'GET',
    path: '/stats/{id}/returns',
    status: 200,
    operation: RestReturnsDocument,
    shared: RestSharedReturnsDocument,
    query: returnsQuery,
    body: null,
    variables: ({ id, query }) => ({ ...query, id }),
    answer: ({ website }) => ({ body: { data: inSnakeCase(website?.returns ?? absent()) } }),
    describe: {
      id: 'getReturns',
      tag: 'Funnels and journeys',
      summary: 'Read how often visitors come back within a day',
      description:
        'Returns visitors by their number of visits on a day, and the time between these. Nobody is recognised on another day. They are counted from individual visits, as far back as those are stored.',
      schema: object({ data: SCHEMA }),
      example: {
        data: {
          rows: [
            { visits: 1, visitors: 181 },
            { visits: 2, visitors: 12 },
          ],
          visitors: 193,
          median_minutes: 92.5,
          counts_from: null,
        },
      },
    },
  }),
];
