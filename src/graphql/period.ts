import { COMPARES, type Compare as Comparison, dayRange } from '../domain/range.ts';
import type { PeriodQuery } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { builder } from './builder.ts';
import type { WeightTogether, WeightWithPass } from './complexity.ts';
import { filterOf } from './filter.ts';

const COMPARE_DESCRIPTIONS: Record<Comparison, string> = {
  PREVIOUS_PERIOD: 'The same number of days immediately before the range.',
  PREVIOUS_YEAR: 'The same dates one year earlier.',
};

const Compare = builder.enumType('Compare', {
  description:
    'The earlier range to compare with. There is no comparison if that range would begin before 1970 or, with a filter, before the first day whose hits are still stored.',
  values: Object.fromEntries(COMPARES.map(name => [name, { description: COMPARE_DESCRIPTIONS[name] }])) as {
    [Name in Comparison]: { description: string };
  },
});

/** The arguments of a range of days. */
export const rangeArgs = builder.args(t => ({
  from: t.field({
    type: 'Date',
    required: true,
    description: "The first day of the range, in the website's time zone.",
  }),
  to: t.field({
    type: 'Date',
    required: true,
    description: 'The last day of the range, inclusive; not before `from`.',
  }),
}));

/** The argument that selects the earlier range to compare with. */
export const compareArg = builder.args(t => ({
  compare: t.field({
    type: Compare,
    description: 'The earlier range to compare with; if omitted, there is no comparison.',
  }),
}));

interface PeriodInput {
  readonly from: string;
  readonly to: string;
  readonly compare?: Comparison | null | undefined;
  readonly filter?: Parameters<typeof filterOf>[0];
}

/** Returns the validated arguments as the read path takes them. */
export function periodOf({ id, timezone }: Website, { from, to, compare, filter }: PeriodInput): PeriodQuery {
  return { website: id, timezone, ...dayRange(from, to), compare: compare ?? null, filter: filterOf(filter) };
}

/**
 * Returns the weight of sums over a range: one read serves any number of websites, but with a filter each website needs
 * a pass over its visits, at one point per day.
 */
export function weightOfRange(
  args: Readonly<Record<string, unknown>>,
  weight: number,
): WeightTogether | WeightWithPass {
  return args.filter ? weightOfPass(args, weight) : { together: weight };
}

/** Returns the weight of a field that always reads individual visits. */
export function weightOfPass(args: Readonly<Record<string, unknown>>, points: number): WeightWithPass {
  const { from, to } = dayRange(String(args.from), String(args.to));
  const key = JSON.stringify([from, to, args.filter ?? null]);
  return { points, pass: { key, points: Math.max(0, to - from + 1) } };
}
