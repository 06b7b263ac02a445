import type { DropReason as Reason } from '../collect/raw-hit.ts';
import { dateOf } from '../domain/calendar.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { dayRange } from '../domain/range.ts';
import { findStatistic } from '../domain/statistics.ts';
import { quote } from '../domain/text.ts';
import { sentenceIn } from '../messages/errors.ts';
import type { Warned } from '../stats/ledger.ts';
import { rangeArgs, StatName } from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { Website } from './website.ts';

const DropReason = enumOf<Reason>('DropReason', 'Why a hit was dropped instead of counted.', {
  bot: 'The hit came from a known bot, and the website excludes bots.',
  excluded_ip: 'The hit came from an IP address that the website excludes.',
  unknown_website: "No website is registered for the page's host, or it belongs to another account than the API key.",
  prefetch: 'The browser prefetched the page, so no one saw it.',
  duplicate: 'A hit with the same id was already counted.',
  rate_limited: 'Too many hits came from one IP address.',
  spam_referrer: 'The referrer is on the list of known spam, which the instance uses unless SPAM_LIST is off.',
  excluded_referrer: 'The hit had a referrer that the website excludes.',
  excluded_country: 'The hit came from a country that the website excludes.',
  excluded_host: 'The page is on a host that is not among those the website allows.',
  large_amount:
    'The amount of the event exceeds `maxAmount` of the website. Only the amount was dropped; the event counts.',
});

interface Dropped {
  readonly day: number;
  readonly reason: Reason;
  readonly hits: number;
}

const DroppedHits = builder.objectRef<Dropped>('DroppedHits').implement({
  description: 'The hits dropped on one day for one reason.',
  fields: t => ({
    day: t.field({ type: 'Date', description: 'The day.', resolve: ({ day }) => dateOf(day) }),
    reason: t.expose('reason', { type: DropReason, description: 'Why the hits were dropped.' }),
    hits: t.expose('hits', { type: 'Count', description: 'The number of hits.' }),
  }),
});

builder.objectField(Website, 'dropped', t =>
  t.field({
    type: [DroppedHits],
    description: 'Dropped hits by day and reason, latest day first.',
    extensions: { weight: { together: 20 } },
    args: rangeArgs,
    validate: checked({}, inOrder),
    resolve: async (website, { from, to }, { loaders }) =>
      (await loaders.dropped.load({ id: website.id, ...dayRange(from, to) })) as readonly Dropped[],
  }),
);

const WarningKind = enumOf('WarningKind', 'The kind of a warning.', {
  TOO_MANY_VALUES:
    'A statistic had more new values in one day than it has room for, in all or from one network; the rest counts under `(other)`.',
  LARGE_AMOUNTS: 'Events had amounts beyond `maxAmount` of the website; the events count without them.',
});

const Warning = builder.objectRef<Warned>('Warning').implement({
  description: 'A warning about the numbers of a website.',
  fields: t => ({
    kind: t.expose('kind', { type: WarningKind, description: 'The kind of warning.' }),
    message: t.string({
      description: 'What happened, and what to do.',
      resolve: (warned, _, { language }) => sentenceIn(language, messageOf(warned)),
    }),
    name: t.expose('name', {
      type: StatName,
      nullable: true,
      description: 'The statistic concerned; null if the warning is not about a statistic.',
    }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'For properties: the key whose values were too many; null if there were too many keys.',
    }),
    day: t.field({ type: 'Date', description: 'The day it happened.', resolve: ({ day }) => dateOf(day) }),
    hits: t.expose('count', {
      type: 'Count',
      description:
        'The count under `(other)`, in the unit of the statistic: pageviews, visits, visitors or events; for properties, pageviews and events. For amounts, the number of events.',
    }),
  }),
});

builder.objectField(Website, 'warnings', t =>
  t.field({
    type: [Warning],
    description: 'Warnings about the last seven days, latest day first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.warnings.load(website),
  }),
);

const CROWDED =
  'One network, a /24 block of IPv4 addresses or a /64 block of IPv6 addresses, sent more than a twentieth of what a day has room for. Find it in the log of your web server and exclude its addresses; if all visitors come through a proxy, set TRUST_PROXY.';

function messageOf({ kind, name, key, day, count, isCrowded }: Warned): string {
  if (kind === 'LARGE_AMOUNTS')
    return `${count === 1 ? '1 event' : `${count} events`} had too large an amount on ${dateOf(day)} and ${count === 1 ? 'counts' : 'count'} without it. If the amounts are right, raise the largest amount of an event in the settings of the website.`;
  const advise = (advice: string) => (isCrowded ? CROWDED : advice);
  const hits = 'pageviews and events';
  if (key !== null)
    return `The property ${quote(key)} had too many new values on ${dateOf(day)}: ${count} ${hits} count under (other). ${advise('Send fewer different values.')}`;
  if (name === 'property')
    return `Properties had too many new keys on ${dateOf(day)}: ${count} ${hits} count under (other). Send fewer different keys.`;
  const { label = name, metric = 'hits', labels } = (name && findStatistic(name)) || {};
  const advice = advise(
    labels === 'page' ? 'Exclude the query parameters that make every page a new one.' : 'Send fewer different values.',
  );
  return `${label} had too many new values on ${dateOf(day)}: ${count} ${metric} count under (other). ${advice}`;
}
