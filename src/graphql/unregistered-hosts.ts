import type { UnknownHost } from '../db/unknown-hosts.ts';
import { dateOf } from '../domain/calendar.ts';
import { unregisteredHosts } from '../websites/unregistered.ts';
import { builder } from './builder.ts';

const UnregisteredHost = builder.objectRef<UnknownHost>('UnregisteredHost').implement({
  description: 'A host that sent hits and belongs to no website.',
  fields: t => ({
    host: t.exposeString('host', { description: 'The host, without `www.`.' }),
    hits: t.expose('hits', {
      type: 'Count',
      description: 'Its hits of the last seven days; a lower bound while very many hosts send hits.',
    }),
    lastDay: t.field({
      type: 'Date',
      description: 'The last day with hits, in UTC.',
      resolve: ({ lastDay }) => dateOf(lastDay),
    }),
  }),
});

builder.queryField('unregisteredHosts', t =>
  t.field({
    type: [UnregisteredHost],
    description:
      'The hosts of hits that were dropped in the last seven days because no website has their host, the most hits first, at most 100. Register a website with such a host, or add it to the hosts of one; hits count from then on. FORBIDDEN unless the caller is an admin.',
    extensions: { weight: 20 },
    resolve: (_, __, { database, viewer, now }) => unregisteredHosts(database, viewer, now()),
  }),
);
