import { RestPropertiesDocument, RestSharedPropertiesDocument } from '../__generated__/operations.ts';
import { object } from '../json-schema.ts';
import { propertiesQuery } from '../parameters.ts';
import { absent } from '../refusal.ts';
import { route } from '../route.ts';

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

/** The route of /stats/{id}/properties. */
export const PROPERTY_ROUTES = [
  route({
    method: 'GET',
    path: '/stats/{id}/properties',
    status: 200,
    operation: RestPropertiesDocument,
    shared: RestSharedPropertiesDocument,
    query: propertiesQuery,
    body: null,
    variables: ({ id, query }) => ({ ...query, id }),
    answer: ({ website }) => ({ body: { data: website?.properties ?? absent() } }),
    describe: {
      id: 'getProperties',
      tag: 'Statistics',
      summary: 'List the properties of pageviews or of an event',
      description:
        'Returns the keys of the properties that pageviews, or events of one name, have in a range of days, the most frequent first. The values of a key are the statistic `property`.',
      schema: object({
        data: {
          type: 'array',
          items: object({
            key: { type: 'string', description: 'The key of the property.' },
            events: count('The number of pageviews or events with the property.'),
            values: count('The number of its different values.'),
          }),
        },
      }),
      example: { data: [{ key: 'plan', events: 128, values: 3 }] },
    },
  }),
];
