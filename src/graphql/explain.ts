import { GraphQLError, Kind } from 'graphql';
import { dateOf } from '../domain/calendar.ts';
import type { BeforeAfter, CauseCondition as Condition, ExplainedMetric } from '../domain/explain.ts';
import { beginsEarlier, inOrder } from '../domain/inputs/days.ts';
import { hourText } from '../domain/range.ts';
import { serverTranslator } from '../messages/catalogues.ts';
import { causeSentence } from '../messages/cause.ts';
import type { Cause as CauseOf, Explained } from '../stats/explain.ts';
import type { Basis as BasisName } from '../stats/query.ts';
import {
  Compare,
  compareArg,
  comparisonOf,
  filterArg,
  filterShape,
  Operator,
  periodOf,
  rangeArgs,
  StatName,
} from './arguments.ts';
import { builder, checked, enumOf, type Types } from './builder.ts';
import { weightOfPass } from './complexity.ts';
import { Basis } from './stat-page.ts';
import { Statistics } from './statistics.ts';

const ExplainMetric = enumOf<ExplainedMetric>('ExplainMetric', 'A metric whose change can be explained.', {
  visitors: 'Unique visitors per day; each belongs to the cause of their first visit of the day.',
  visits: 'Visits.',
  pageviews: 'Pageviews; each belongs to the cause of its visit.',
  events: 'Events; each belongs to the cause of its visit.',
});

builder.scalarType('SignedCount', {
  description: 'A whole number from -9007199254740991 to 9007199254740991, such as a change of a `Count`.',
  serialize: value => value,
  parseValue: value => signed(value),
  parseLiteral: node => signed(node.kind === Kind.INT ? Number(node.value) : undefined),
});

function signed(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new GraphQLError(`The number ${String(value)} is not a whole number; use one such as -42.`);
}

function countFields<T extends BeforeAfter>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>, of: string) {
  return {
    before: t.field({
      type: 'Count',
      description: `The count of ${of} in the earlier days.`,
      resolve: one => one.before,
    }),
    after: t.field({ type: 'Count', description: `The count of ${of} in the later days.`, resolve: one => one.after }),
    change: t.field({
      type: 'SignedCount',
      description: 'The count after minus the count before.',
      resolve: ({ before, after }) => after - before,
    }),
  };
}

const CauseCondition = builder.objectRef<Condition>('CauseCondition').implement({
  description: 'A condition that the visits of a cause meet. It can be sent back as a filter.',
  fields: t => ({
    name: t.expose('name', { type: StatName, description: 'The statistic.' }),
    operator: t.expose('operator', {
      type: Operator,
      description: 'IS, or STARTS_WITH for a section of the website, such as all pages below `/blog/`.',
    }),
    value: t.exposeString('value', { description: 'The value, or the text that values start with.' }),
    label: t.exposeString('label', { description: 'The value for display, as in `StatRow.label`.' }),
  }),
});

const Cause = builder.objectRef<CauseOf>('Cause').implement({
  description:
    'A part of a change: the visits that meet all conditions and belong to no cause before it. A visitor belongs to the cause of the first visit of the day, so that with the metric VISITORS a filter with these conditions can find more: it also finds those who meet them with a later visit.',
  fields: t => ({
    conditions: t.expose('conditions', { type: [CauseCondition], description: 'One or two conditions.' }),
    ...countFields(t, 'these visits'),
    beyond: t.exposeFloat('beyond', {
      description:
        'How far the change goes beyond that of the rest: `after` minus what it would be if it had changed by the same factor as `rest`. The whole change if the rest was 0 before.',
    }),
    sentence: t.string({
      description: 'The cause in words: `Visits from Google fell from 1,200 to 300, while the rest rose by 2%.`',
      resolve: ({ metric, conditions, rest, ...counts }) =>
        causeSentence(serverTranslator('en'), metric, conditions, counts, rest),
    }),
  }),
});

const Rest = builder.objectRef<BeforeAfter>('Rest').implement({
  description: 'The part of a change that belongs to no cause.',
  fields: t => countFields(t, 'all other visits'),
});

const Explanation = builder.objectRef<Explained & { readonly basis: BasisName }>('Explanation').implement({
  description:
    'A change of a metric, divided exactly: the changes of the causes and of the rest add up to it, because each visit belongs to the first cause whose conditions it meets, or to the rest. It is about individual visits, so what was imported as sums of days is not part of it.',
  fields: t => ({
    ...countFields(t, 'everything'),
    causes: t.expose('causes', {
      type: [Cause],
      description:
        'At most 5 causes, the clearest first: values of one statistic, or pairs, whose share has changed. A cause is only reported if it has at least 1 % of the count of both ranges, moves at least 1 %, and is more than noise: the probability that chance alone makes any cause is below 1 %, given how much shares differ from day to day. Often nothing is told.',
    }),
    rest: t.expose('rest', { type: Rest, description: 'The part of the change that belongs to no cause.' }),
    from: t.field({
      type: 'Date',
      description:
        'The first of the days that were really compared. A day is left out if it is not over, unless it is the only one, or if the day it is compared with is not stored or is the one on which the website was registered.',
      resolve: ({ from }) => dateOf(from),
    }),
    to: t.field({ type: 'Date', description: 'The last of these days.', resolve: ({ to }) => dateOf(to) }),
    previousFrom: t.field({
      type: 'Date',
      description: 'The first of the days that they were compared with.',
      resolve: ({ earlier }) => dateOf(earlier.from),
    }),
    previousTo: t.field({
      type: 'Date',
      description: 'The last of the days that they were compared with.',
      resolve: ({ earlier }) => dateOf(earlier.to),
    }),
    comparedUntil: t.string({
      nullable: true,
      description:
        "Of today alone, the hour before which both days are compared, such as `2026-01-31T10`, in the website's time zone: the visits that began before. Null for whole days.",
      resolve: ({ until, to }) => (until === null ? null : hourText(dateOf(to), until)),
    }),
    basis: t.expose('basis', { type: Basis, description: 'The data that the causes are computed from; always HITS.' }),
  }),
});

builder.interfaceField(Statistics, 'explain', t =>
  t.field({
    type: Explanation,
    description:
      'Explains the change of a metric between a range and an earlier one. Only complete days are compared, but today alone up to its last full hour, as far back as visits are stored; fails with BAD_USER_INPUT if there are none.',
    extensions: { weight: (args: Readonly<Record<string, unknown>>) => weightOfPass(args, 400) },
    args: {
      metric: t.arg({ type: ExplainMetric, required: true, description: 'The metric.' }),
      ...rangeArgs,
      compare: t.arg({
        type: Compare,
        defaultValue: 'PREVIOUS_PERIOD',
        description: 'The earlier range to compare with.',
      }),
      compareFrom: compareArg.compareFrom,
      ...filterArg,
    },
    validate: checked(filterShape, inOrder, beginsEarlier),
    resolve: async (website, { metric, compare, compareFrom, ...args }, { stats, now }) => ({
      ...(await stats.explain({
        ...periodOf(website, args),
        compare: comparisonOf({ compare, compareFrom }) ?? 'PREVIOUS_PERIOD',
        metric,
        now: now(),
        registeredAt: website.createdAt,
      })),
      basis: 'HITS' as const,
    }),
  }),
);
