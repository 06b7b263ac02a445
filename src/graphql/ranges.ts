import { dateOf } from '../domain/calendar.ts';
import type { RangePreset as Preset } from '../domain/range.ts';
import { resolvePreset } from '../stats/first-hit.ts';
import { builder, enumOf } from './builder.ts';
import { Statistics } from './statistics.ts';

const RangePreset = enumOf<Preset>('RangePreset', 'A named range of days.', {
  TODAY: 'Today.',
  YESTERDAY: 'Yesterday.',
  LAST_7_DAYS: 'The last 7 days, the last of which is yesterday.',
  LAST_30_DAYS: 'The last 30 days, the last of which is yesterday.',
  LAST_90_DAYS: 'The last 90 days, the last of which is yesterday.',
  LAST_365_DAYS: 'The last 365 days, the last of which is yesterday.',
  THIS_WEEK: 'Monday of this week to today.',
  LAST_WEEK: 'Monday to Sunday of last week.',
  THIS_MONTH: 'The first of this month to today.',
  LAST_MONTH: 'The whole of last month.',
  THIS_YEAR: 'January 1 of this year to today.',
  LAST_YEAR: 'The whole of last year.',
  ALL: 'The first day with a hit, or with sums that were imported, to today.',
});

interface NamedRange {
  readonly from: number;
  readonly to: number;
  readonly preset: Preset | null;
}

const Range = builder.objectRef<NamedRange>('Range').implement({
  description: 'A range of days.',
  fields: t => ({
    from: t.field({ type: 'Date', description: 'The first day.', resolve: ({ from }) => dateOf(from) }),
    to: t.field({ type: 'Date', description: 'The last day, inclusive.', resolve: ({ to }) => dateOf(to) }),
    preset: t.expose('preset', { type: RangePreset, nullable: true, description: 'The preset that was requested.' }),
    days: t.int({ description: 'The number of days.', resolve: ({ from, to }) => to - from + 1 }),
  }),
});

builder.interfaceField(Statistics, 'firstDay', t =>
  t.field({
    type: 'Date',
    nullable: true,
    description: 'The first day with a hit, or with sums that were imported; null before there are any.',
    extensions: { weight: { together: 10 } },
    resolve: async (website, _, { loaders }) => {
      const day = await loaders.firstDay.load(website.id);
      return day === null ? null : dateOf(day);
    },
  }),
);

builder.interfaceField(Statistics, 'range', t =>
  t.field({
    type: Range,
    description: "The days that a preset covers today, in the website's time zone.",
    args: { preset: t.arg({ type: RangePreset, required: true, description: 'The preset to resolve.' }) },
    resolve: async (website, { preset }, { loaders, now }) => ({
      ...(await resolvePreset(website, preset, now(), () => loaders.firstDay.load(website.id))),
      preset,
    }),
  }),
);
