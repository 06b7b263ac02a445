import { type Live as Now, type LivePage as Page, readLive } from '../stats/live.ts';
import { watchLive } from '../stats/live-watch.ts';
import { viewableWebsite } from '../websites/sharing.ts';
import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

const LivePage = builder.objectRef<Page>('LivePage').implement({
  description: 'A page that visitors are on.',
  fields: t => ({
    value: t.exposeString('value', { description: 'Path and what is left of the query.' }),
    label: t.exposeString('label', { description: 'The same, decoded for reading.' }),
    visitors: t.expose('visitors', { type: 'Count', description: 'The visitors whose last pageview it was.' }),
  }),
});

const Live = builder.objectRef<Now>('Live').implement({
  description: 'Who is on the website now.',
  fields: t => ({
    visitors5: t.expose('visitors5', { type: 'Count', description: 'Visitors who were active in the last 5 minutes.' }),
    visitors30: t.expose('visitors30', {
      type: 'Count',
      description: 'Visitors who were active in the last 30 minutes.',
    }),
    pages: t.field({
      type: [LivePage],
      description: 'Where those of the last 5 minutes are: the ten pages with the most of them.',
      resolve: ({ pages }) => pages,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When this was so.' }),
  }),
});

builder.interfaceField(Statistics, 'live', t =>
  t.field({
    type: Live,
    description: 'Who is on the website now.',
    extensions: { weight: { together: 20 } },
    resolve: (website, _, { reading, now }) => readLive(reading, website, now()),
  }),
);

builder.subscriptionType({ description: 'What is told as it happens, over server-sent events.' });

builder.subscriptionField('live', t =>
  t.field({
    type: Live,
    description:
      'Who is on a website, at once and then every five seconds. It needs the same rights as the statistics page, is looked at anew each time, and ends after an hour: then subscribe again.',
    extensions: { weight: 100 },
    args: {
      domain: t.arg.string({ required: true, description: 'The domain of the website, with or without `www.`.' }),
    },
    subscribe: (_, { domain }, { database, viewerNow, unlocked, reading, now }) =>
      watchLive(reading, async () => viewableWebsite(database, domain, unlocked, await viewerNow()), now),
    resolve: live => live,
  }),
);
