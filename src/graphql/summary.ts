import { dateOf } from '../domain/calendar.ts';
import { changeOf, isNoise } from '../domain/change.ts';
import { beginsEarlier, inOrder } from '../domain/inputs/days.ts';
import { metricsIn, type ShownMetric } from '../domain/metrics.ts';
import { hourText } from '../domain/range.ts';
import { hasAmountsOfHits } from '../stats/basis.ts';
import type { Source } from '../stats/query.ts';
import type { Figure as Numbers, Totals } from '../stats/summary.ts';
import { AMOUNTS, amountsFromField, type KnownAmounts, withAmountsFrom } from './amounts.ts';
import { compareArg, comparedPeriodOf, filterArg, filterShape, rangeArgs } from './arguments.ts';
import { builder, checked } from './builder.ts';
import { type Args, type Below, WEIGHT_OF_AMOUNTS, weightOfRange } from './complexity.ts';
import { type CountedHits, countsFromField, ofFilter } from './counts-from.ts';
import { Amount, COMPARED, IMPORTED, NOISE, sourceFields, TIME_ON_PAGE, UNKNOWN_RATIO } from './stat-page.ts';
import { Statistics, selectedPaths } from './statistics.ts';

const Figure = builder.objectRef<Numbers>('Figure').implement({
  description: 'A number and its change.',
  fields: t => ({
    value: t.exposeFloat('value', {
      nullable: true,
      description: `The number in the range. A share is from 0 to 1, a duration in seconds. ${UNKNOWN_RATIO}`,
    }),
    previous: t.exposeFloat('previous', {
      nullable: true,
      description: 'The number in the earlier range; null without a comparison.',
    }),
    compared: t.exposeFloat('compared', {
      nullable: true,
      description: COMPARED,
    }),
    change: t.float({
      nullable: true,
      description:
        'The relative change from `previous` to `compared`, such as 0.5 for an increase of 50 %; null without a comparison or if `previous` is 0.',
      resolve: ({ compared, previous }) => (compared === null ? null : changeOf(compared, previous)),
    }),
    difference: t.float({
      nullable: true,
      description:
        '`compared` minus `previous`; for a share, -0.01 is one percentage point less. Null without a comparison.',
      resolve: ({ compared, previous }) => (compared === null || previous === null ? null : compared - previous),
    }),
    isNoise: t.boolean({
      nullable: true,
      description: `${NOISE} For a rate, n is the smaller number of what its part counts, for a mean that of its values. Null without a comparison.`,
      resolve: ({ compared, previous, counted }) =>
        compared === null || previous === null ? null : isNoise(compared, previous, counted ?? 0),
    }),
  }),
});

const Summary = builder.objectRef<Totals & Source & KnownAmounts & CountedHits>('Summary').implement({
  description: 'The totals of a range.',
  fields: t => ({
    from: t.field({ type: 'Date', description: 'The first day.', resolve: ({ from }) => dateOf(from) }),
    to: t.field({ type: 'Date', description: 'The last day, inclusive.', resolve: ({ to }) => dateOf(to) }),
    previousFrom: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day of the earlier range; null without a comparison.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.from),
    }),
    previousTo: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day of the earlier range, inclusive; null without a comparison.',
      resolve: ({ earlier }) => earlier && dateOf(earlier.to),
    }),
    ...sourceFields(t),
    ...(Object.fromEntries(
      metricsIn('summary').map(({ name, description }) => [
        name,
        t.field({ type: Figure, description, resolve: ({ figures }) => figures[name] }),
      ]),
    ) as Record<ShownMetric<'summary'>, never>),
    timeOnPage: t.exposeFloat('timeOnPage', { nullable: true, description: TIME_ON_PAGE }),
    imported: t.expose('imported', { type: 'Count', description: IMPORTED }),
    amounts: t.expose('amounts', { type: [Amount], description: AMOUNTS }),
    previousAmounts: t.expose('previousAmounts', {
      type: [Amount],
      nullable: true,
      description:
        'The same sums in the earlier range; null without a comparison, or if everything in one of the ranges was imported as sums, which have no amounts.',
    }),
    comparedAmounts: t.expose('comparedAmounts', {
      type: [Amount],
      nullable: true,
      description: 'The part of `amounts` that `previousAmounts` compare with; null if those are.',
    }),
    comparedUntil: t.string({
      nullable: true,
      description:
        "While the range is running, the hour before which both ranges are compared, such as `2026-01-31T10`, in the website's time zone: days that are over, the visits that began in the hours of today that are over and, without a filter, the hits of these hours that belong to no visit, with the same of the earlier range. If the hits of the earlier day are not stored, today is left out. Null for a range that is over, and without a comparison.",
      resolve: ({ comparedUntil: at }) => at && hourText(dateOf(at.day), at.until),
    }),
    amountsFrom: amountsFromField(t),
    countsFrom: countsFromField(t),
  }),
});

builder.interfaceField(Statistics, 'summary', t =>
  t.field({
    type: Summary,
    description: 'The totals of a range, and how they compare with an earlier range.',
    extensions: { weight: weightOfSummary },
    args: { ...rangeArgs, ...compareArg, ...filterArg },
    validate: checked(filterShape, inOrder, beginsEarlier),
    async resolve(website, args, context, info) {
      const paths = selectedPaths(info);
      const amounts = paths.has('amounts') || paths.has('previousAmounts') || paths.has('comparedAmounts');
      const query = {
        ...(await comparedPeriodOf(website, args, context)),
        attention: paths.has('timeOnPage'),
        amounts,
      };
      const totals = context.stats.summary(query);
      const isAsked = paths.has('amountsFrom') && hasAmountsOfHits(query);
      return ofFilter(await withAmountsFrom(totals, website.id, isAsked, context), query);
    },
  }),
);

function weightOfSummary(args: Args, below: Below) {
  const amounts = below().has('amounts') || below().has('previousAmounts');
  return weightOfRange(args, 10 + (amounts ? WEIGHT_OF_AMOUNTS : 0));
}
