import { addressBlock } from '../domain/ip-addresses.ts';
import { type Live as Now, type LivePage as Page, readLive, watchLive } from '../stats/live.ts';
import {
  type LiveEvent as Event,
  type LiveMinute as Minute,
  readLiveDetails,
  type LiveValue as Value,
} from '../stats/live-details.ts';
import type { Watcher } from '../stats/seats.ts';
import { viewableWebsite } from '../websites/sharing.ts';
import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

const LivePage = builder.objectRef<Page>('LivePage').implement({
  description: 'A page with active visitors.',
  fields: t => ({
    value: t.exposeString('value', {
      description: 'The path, with the query that remains after click ids and the excluded parameters are removed.',
    }),
    label: t.exposeString('label', { description: 'The page decoded for display.' }),
    visitors: t.expose('visitors', {
      type: 'Count',
      description: 'The number of visitors whose latest pageview was of this page.',
    }),
  }),
});

const LiveMinute = builder.objectRef<Minute>('LiveMinute').implement({
  description: 'What was counted in one minute.',
  fields: t => ({
    start: t.expose('start', { type: 'DateTime', description: 'The start of the minute.' }),
    visitors: t.expose('visitors', { type: 'Count', description: 'Visitors with a pageview or an event.' }),
    pageviews: t.expose('pageviews', { type: 'Count', description: 'Pageviews in visits.' }),
    events: t.expose('events', { type: 'Count', description: 'Events in visits.' }),
  }),
});

const LiveValue = builder.objectRef<Value>('LiveValue').implement({
  description: 'A source or a country of active visitors.',
  fields: t => ({
    value: t.exposeString('value', { description: 'The value as filters take it.' }),
    label: t.exposeString('label', { description: 'The value for display.' }),
    visitors: t.expose('visitors', { type: 'Count', description: 'Visitors whose latest visit has the value.' }),
  }),
});

const LiveEvent = builder.objectRef<Event>('LiveEvent').implement({
  description: 'An event that happened in a visit of the last 30 minutes.',
  fields: t => ({
    value: t.exposeString('value', { description: 'The name of the event.' }),
    label: t.exposeString('label', { description: 'The name for display.' }),
    count: t.expose('count', { type: 'Count', description: 'How often it happened.' }),
    latest: t.expose('latest', {
      type: 'DateTime',
      description: 'The start of the minute in which it happened last.',
    }),
  }),
});

const Live = builder.objectRef<Now>('Live').implement({
  description: 'The visitors on the website right now.',
  fields: t => ({
    visitors5: t.expose('visitors5', { type: 'Count', description: 'Visitors active in the last 5 minutes.' }),
    visitors30: t.expose('visitors30', {
      type: 'Count',
      description: 'Visitors active in the last 30 minutes.',
    }),
    pages: t.expose('pages', {
      type: [LivePage],
      description: 'The ten pages with the most visitors active in the last 5 minutes.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of these numbers.' }),
    minutes: t.field({
      type: [LiveMinute],
      description: 'The last 30 minutes, the earliest first; the last one is under way.',
      extensions: { weight: { together: 20 } },
      resolve: async ({ website, at }, _, { reading }) => (await readLiveDetails(reading, website, at)).minutes,
    }),
    sources: t.field({
      type: [LiveValue],
      description: 'The ten sources that most visitors of these 30 minutes came from.',
      extensions: { weight: { together: 20 } },
      resolve: async ({ website, at }, _, { reading }) => (await readLiveDetails(reading, website, at)).sources,
    }),
    countries: t.field({
      type: [LiveValue],
      description: 'The ten countries with the most visitors of these 30 minutes.',
      extensions: { weight: { together: 20 } },
      resolve: async ({ website, at }, _, { reading }) => (await readLiveDetails(reading, website, at)).countries,
    }),
    events: t.field({
      type: [LiveEvent],
      description:
        'The ten events in visits of these 30 minutes that happened last, the latest minute first; of one minute, the most frequent first.',
      extensions: { weight: { together: 20 } },
      resolve: async ({ website, at }, _, { reading }) => (await readLiveDetails(reading, website, at)).events,
    }),
  }),
});

builder.interfaceField(Statistics, 'live', t =>
  t.field({
    type: Live,
    description: 'The visitors on the website right now.',
    extensions: { weight: { together: 20 } },
    resolve: (website, _, { reading, now }) => readLive(reading, website, now()),
  }),
);

builder.subscriptionType({
  description: 'All subscriptions, delivered as server-sent events: send `Accept: text/event-stream`.',
});

builder.subscriptionField('live', t =>
  t.field({
    type: Live,
    description:
      'The visitors on a website, sent immediately and then every five seconds. Requires the same access as the statistics page, which is checked again each time. The stream ends after one hour; subscribe again to continue. Without an account, one network (a /24 block of IPv4 addresses, a /64 block of IPv6 addresses) can have 50 at a time, and one website 500; further ones are UNAVAILABLE.',
    extensions: { weight: 100 },
    args: {
      domain: t.arg.string({ required: true, description: 'The domain of the website, with or without `www.`.' }),
    },
    subscribe: (_, { domain }, { database, viewer, viewerNow, address, unlocked, reading, now }) => {
      const watcher: Watcher = viewer
        ? { kind: 'member', of: String(viewer.account.id) }
        : { kind: 'stranger', of: addressBlock(address) };
      return watchLive(
        reading,
        watcher,
        async () => viewableWebsite(database, domain, unlocked, await viewerNow()),
        now,
      );
    },
    resolve: live => live,
  }),
);

builder.interfaceField(Statistics, 'firstHitAt', t =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the website received its first hit; null if it has none. Once that hit itself is no longer stored, the start of its day.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.firstHitAt.load(website),
  }),
);
