import { type RangePreset as Preset, RANGE_PRESETS } from '../domain/presets.ts';
import { dateOf } from '../domain/range.ts';
import { resolvePreset } from '../stats/first-hit.ts';
import { builder } from './builder.ts';
import { Statistics } from './statistics.ts';

const DESCRIPTIONS: Record<Preset, string> = {
  TODAY: 'Today.',
  YESTERDAY: 'Yesterday.',
  LAST_7_DAYS: 'The last 7 days, today being the last.',
  LAST_30_DAYS: 'The last 30 days, today being the last.',
  LAST_90_DAYS: 'The last 90 days, today being the last.',
  LAST_365_DAYS: 'The last 365 days, today being the last.',
  THIS_WEEK: 'From Monday to today.',
  LAST_WEEK: 'The week before this one, Monday to Sunday.',
  THIS_MONTH: 'From the first of the month to today.',
  LAST_MONTH: 'The whole month before this one.',
  THIS_YEAR: 'From the first of January to today.',
  LAST_YEAR: 'The whole year before this one.',
  ALL: 'From the first day with a hit to today.',
};

const RangePreset = builder.enumType('RangePreset', {
  description: 'A range by its name.',
  values: Object.fromEntries(RANGE_PRESETS.map(name => [name, { description: DESCRIPTIONS[name] }])) as {
    [Name in Preset]: { description: string };
  },
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
    preset: t.expose('preset', { type: RangePreset, nullable: true, description: 'The name it was asked for by.' }),
    days: t.int({ description: 'How many days it has.', resolve: ({ from, to }) => to - from + 1 }),
  }),
});

builder.interfaceField(Statistics, 'range', t =>
  t.field({
    type: Range,
    description: 'The days that a named range has today, in the time zone of the website.',
    args: { preset: t.arg({ type: RangePreset, required: true, description: 'Which range.' }) },
    resolve: async (website, { preset }, { loaders, now }) => ({
      ...(await resolvePreset(website, preset, now(), () => loaders.firstDay.load(website.id))),
      preset,
    }),
  }),
);
