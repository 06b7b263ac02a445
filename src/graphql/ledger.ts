import { DROP_REASONS, type DropReason as Reason } from '../collect/raw-hit.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { dayRange } from '../domain/presets.ts';
import { dateOf } from '../domain/range.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { TooManyValues } from '../stats/ledger.ts';
import { builder } from './builder.ts';
import { checked } from './checked.ts';
import { rangeArgs } from './period.ts';
import { StatName } from './stat-name.ts';
import { Website } from './website.ts';

const REASONS: Record<Reason, string> = {
  bot: 'It came from a known bot, and the website excludes them.',
  excluded_ip: 'It came from an address that the website excludes.',
  unknown_website: 'It was for a website that is not registered.',
  prefetch: 'The browser fetched the page ahead, and nobody saw it.',
  duplicate: 'A hit with the same id was counted before.',
  rate_limited: 'Too many hits came from one address.',
};

const DropReason = builder.enumType('DropReason', {
  description: 'Why a hit was rightly not counted.',
  values: Object.fromEntries(
    DROP_REASONS.map(reason => [reason.toUpperCase(), { value: reason, description: REASONS[reason] }]),
  ) as Record<Uppercase<Reason>, { value: Reason; description: string }>,
});

interface Dropped {
  readonly day: number;
  readonly reason: Reason;
  readonly hits: number;
}

const DroppedHits = builder.objectRef<Dropped>('DroppedHits').implement({
  description: 'Hits of one day that were rightly not counted, for one reason.',
  fields: t => ({
    day: t.field({ type: 'Date', description: 'The day.', resolve: ({ day }) => dateOf(day) }),
    reason: t.expose('reason', { type: DropReason, description: 'Why they were not counted.' }),
    hits: t.expose('hits', { type: 'Count', description: 'How many there were.' }),
  }),
});

builder.objectField(Website, 'dropped', t =>
  t.field({
    type: [DroppedHits],
    description: 'Hits that were rightly not counted, by day and reason, the latest day first.',
    extensions: { weight: { together: 20 } },
    args: rangeArgs,
    validate: checked({}, inOrder),
    resolve: async (website, { from, to }, { loaders }) =>
      (await loaders.dropped.load({ id: website.id, ...dayRange(from, to) })) as readonly Dropped[],
  }),
);

const WarningKind = builder.enumType('WarningKind', {
  description: 'What a warning is about.',
  values: {
    TOO_MANY_VALUES: {
      description: 'A statistic had more new values in a day than are kept, so the rest counts under `(other)`.',
    },
  } as const,
});

const Warning = builder.objectRef<TooManyValues>('Warning').implement({
  description: 'Something about the numbers that the account should know.',
  fields: t => ({
    kind: t.field({ type: WarningKind, description: 'What it is about.', resolve: () => 'TOO_MANY_VALUES' as const }),
    message: t.string({ description: 'What happened, and what to do.', resolve: messageOf }),
    name: t.field({
      type: StatName,
      nullable: true,
      description: 'The statistic it is about, when it is about one.',
      resolve: ({ name }) => name,
    }),
    day: t.field({ type: 'Date', description: 'The day it happened on.', resolve: ({ day }) => dateOf(day) }),
    hits: t.expose('count', {
      type: 'Count',
      description: 'What counts under `(other)`: pageviews, visits, visitors or events, as the statistic does.',
    }),
  }),
});

builder.objectField(Website, 'warnings', t =>
  t.field({
    type: [Warning],
    description: 'What the account should know about the last seven days, the latest day first.',
    extensions: { weight: { together: 10 } },
    resolve: (website, _, { loaders }) => loaders.warnings.load(website),
  }),
);

function messageOf({ name, day, count }: TooManyValues): string {
  const { label = name, metric = 'hits' } = findStatistic(name) ?? {};
  const advice =
    name === 'page' || name === 'landing_page'
      ? 'Exclude the query parameters that make every page a new one.'
      : 'Send fewer different values.';
  return `${label} had too many new values on ${dateOf(day)}: ${count} ${metric} count under (other). ${advice}`;
}
