import { RestUnregisteredHostsDocument } from '../__generated__/operations.ts';
import { object } from '../json-schema.ts';
import { NOTHING, route } from '../route.ts';

/** The route of the hosts without a website. */
export const UNREGISTERED_HOST_ROUTES = [
  route({
    method: 'GET',
    path: '/unregistered-hosts',
    status: 200,
    operation: RestUnregisteredHostsDocument,
    query: NOTHING,
    body: null,
    variables: () => ({}),
    answer: ({ unregisteredHosts }) => ({
      body: { data: unregisteredHosts.map(({ host, hits, lastDay }) => ({ host, hits, last_day: lastDay })) },
    }),
    describe: {
      id: 'listUnregisteredHosts',
      tag: 'Websites',
      summary: 'List hosts that belong to no website',
      description:
        'Returns the hosts of hits that were dropped in the last seven days because no website has their host, the most hits first, at most 100. Register a website with such a host as its `domain`, or add it to the `hosts` of one; hits count from then on. Only with the key of an admin.',
      schema: object({
        data: {
          type: 'array',
          items: object({
            host: { type: 'string', description: 'The host, without `www.`.' },
            hits: {
              type: 'integer',
              minimum: 0,
              description: 'Its hits of the last seven days; a lower bound while very many hosts send hits.',
            },
            last_day: { type: 'string', format: 'date', description: 'The last day with hits, in UTC.' },
          }),
        },
      }),
      example: { data: [{ host: 'shop.example.com', hits: 128, last_day: '2026-01-31' }] },
    },
  }),
];
