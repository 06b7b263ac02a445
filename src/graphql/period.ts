import { COMPARES, type Compare as Comparison, dayRange } from '../domain/presets.ts';
import type { PeriodQuery } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import type { WeightTogether, WeightWithPass } from './complexity.ts';
import { filterOf } from './filter.ts';

const COMPARE_DESCRIPTIONS: Record<Comparison, string> = {
  PREVIOUS_PERIOD: 'As many days, right before the range.',
  PREVIOUS_YEAR: 'The same dates, a year before.',
};

const Compare = builder.enumType('Compare', {
  description:
    'What a range is compared with. Nothing is compared when that would begin before 1970, and under a filter when it would begin before the hits that are kept.',
  values: Object.fromEntries(COMPARES.map(name => [name, { description: COMPARE_DESCRIPTIONS[name] }])) as {
    [Name in Comparison]: { description: string };
  },
});

/** The days that something is asked of. */
export const rangeArgs = builder.args(t => ({
  from: t.field({
    type: 'Date',
    required: true,
    description: 'The first day, inclusive, in the time zone of the website.',
  }),
  to: t.field({ type: 'Date', required: true, description: 'The last day, inclusive; not before `from`.' }),
}));

/** What the range is compared with. */
export const compareArg = builder.args(t => ({
  compare: t.field({ type: Compare, description: 'What to compare the range with; without it, nothing is compared.' }),
}));

interface PeriodInput {
  readonly from: string;
  readonly to: string;
  readonly compare?: Comparison | null | undefined;
  readonly filter?: Parameters<typeof filterOf>[0];
}

/** The arguments as the read path takes them, once they have passed their checks. */
export function periodOf({ id, timezone }: Website, { from, to, compare, filter }: PeriodInput): PeriodQuery {
  return { website: id, timezone, ...dayRange(from, to), compare: compare ?? null, filter: filterOf(filter) };
}

/**
 * The weight of sums over a range: of however many websites they are read together, but under a filter each website needs a
 * pass over its visits, in which each day is a point.
 */
export function weightOfRange(
  args: Readonly<Record<string, unknown>>,
  weight: number,
): WeightTogether | WeightWithPass {
  return args.filter ? weightOfPass(args, weight) : { together: weight };
}

/** The weight of a field that always looks at single visits. */
export function weightOfPass(args: Readonly<Record<string, unknown>>, points: number): WeightWithPass {
  const { from, to } = dayRange(String(args.from), String(args.to));
  const key = JSON.stringify([from, to, args.filter ?? null]);
  return { points, pass: { key, points: Math.max(0, to - from + 1) } };
}
