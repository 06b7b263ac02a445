import * as z from 'zod';
import { EXPLAINED_METRICS, type ExplainedMetric } from '../domain/explain.ts';
import { FILTER_OPERATORS } from '../domain/filter.ts';
import { FUNNEL_ORDERS, FUNNEL_UNITS } from '../domain/funnel.ts';
import { inOrder } from '../domain/inputs/days.ts';
import { funnelWithin, loweredFunnelSteps } from '../domain/inputs/funnel.ts';
import { journeyLevels, journeyNodesPerLevel } from '../domain/inputs/journeys.ts';
import { noteText } from '../domain/inputs/notes.ts';
import { eitherCase, wrong } from '../domain/inputs/scalars.ts';
import { JOURNEYS_BY } from '../domain/journey.ts';
import { COMPARISONS } from '../domain/range.ts';
import { quote } from '../domain/text.ts';
import { filter, number, rangeDays, text } from './parameters.ts';

/* The parameters and fields of what is counted from single visits: funnels, journeys and explanations. */

/** Returns the schema of a choice, read as GraphQL's capitals; another word is an error. */
function oneOf<const Words extends readonly string[]>(called: string, words: Words) {
  const lowered = words.map(word => word.toLowerCase() as Lowercase<Words[number]>);
  return eitherCase(lowered, wrong(`is not ${called}; use one of ${lowered.join(', ')}.`)).transform(
    word => word.toUpperCase() as Words[number],
  );
}

const STEPS = [
  { kind: 'page', pattern: '/shop/*' },
  { kind: 'page', pattern: '/cart' },
  { kind: 'event', pattern: 'Order' },
];
const NOT_JSON = `The steps are not valid JSON; use a list such as ${JSON.stringify(STEPS)}.`;

/** Steps as JSON: a list, or its text. Their kinds and operators can be in lower case. */
const steps = z
  .preprocess((given, { addIssue }) => {
    let list = given;
    if (typeof given === 'string')
      try {
        list = JSON.parse(given);
      } catch {
        addIssue(NOT_JSON);
        return z.NEVER;
      }
    return Array.isArray(list) ? list.map(inCapitals) : list;
  }, loweredFunnelSteps)
  .transform(list => list as { kind: 'PAGE' | 'EVENT'; pattern: string; name: string }[]);

/** Returns a step, or a condition of one, with the words of its enums as GraphQL writes them. */
function inCapitals(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { kind, operator, conditions } = given as Readonly<Record<string, unknown>>;
  return {
    ...given,
    ...(typeof kind === 'string' && { kind: kind.toUpperCase() }),
    ...(typeof operator === 'string' && { operator: operator.toUpperCase() }),
    ...(Array.isArray(conditions) && { conditions: conditions.map(inCapitals) }),
  };
}

const USE = `use one of ${EXPLAINED_METRICS.join(', ')}.`;
const metric = eitherCase(EXPLAINED_METRICS, ({ input }) =>
  (input ?? null) === null
    ? `The metric is missing; ${USE}`
    : `The metric ${quote(String(input))} cannot be explained; ${USE}`,
).transform(name => name.toUpperCase() as Uppercase<ExplainedMetric>);
const compare = oneOf('a comparison', COMPARISONS)
  .optional()
  .meta({ examples: ['previous_period'], description: 'The earlier range to compare with.' });
const order = oneOf('an order', FUNNEL_ORDERS).nullish();
const unit = oneOf('a unit', FUNNEL_UNITS).nullish();
const ORDER =
  '`in_order`: each step is reached by the earliest matching hit after that of the step before; `strict`: only by the very next hit; `any`: in whatever order.';
const UNIT = '`visit`: each visit by itself; `visitor`: all visits of a visitor on one day together.';
const WITHIN = 'Hits count up to this many seconds after the hit of step 1; without it, there is no limit.';

const SECONDS = [3600];

/** The body of a funnel. */
export const funnelBody = z.object({
  name: noteText('name', 100).meta({
    minLength: 1,
    maxLength: 100,
    examples: ['Checkout'],
    description: 'The name of the funnel.',
  }),
  steps: steps.meta({
    nested: true,
    needed: true,
    type: 'array',
    minItems: 2,
    maxItems: 10,
    items: {
      type: 'object',
      required: ['kind', 'pattern'],
      properties: {
        kind: { enum: ['page', 'event'] },
        pattern: {
          type: 'string',
          maxLength: 255,
          description: 'A path in which `*` matches any text, or the name of an event.',
        },
        name: { type: ['string', 'null'], maxLength: 255, description: 'By default the pattern.' },
        conditions: {
          type: ['array', 'null'],
          maxItems: 3,
          description: 'Conditions on properties of the page or the event, all of which it has to meet.',
          items: {
            type: 'object',
            required: ['key', 'values'],
            properties: {
              key: { type: 'string' },
              operator: { enum: FILTER_OPERATORS.map(operator => operator.toLowerCase()), default: 'is' },
              values: { type: 'array', items: { type: 'string' } },
            },
          },
        },
      },
    },
    examples: [STEPS],
    description: 'The 2 to 10 steps, also as the text of this list.',
  }),
  order: order.meta({ examples: ['in_order'], description: ORDER }),
  unit: unit.meta({ examples: ['visit'], description: UNIT }),
  within: number(funnelWithin)
    .nullish()
    .meta({ type: ['integer', 'null'], examples: SECONDS, description: WITHIN }),
});

interface SentFunnel {
  readonly funnel?: string | undefined;
  readonly steps?: unknown;
}

const OWN = ['order', 'unit', 'within'] as const;

const eitherFunnelOrSteps = z.superRefine<SentFunnel & { readonly [Name in (typeof OWN)[number]]?: unknown }>(
  ({ funnel, steps: sent, ...rules }, { addIssue }) => {
    const issue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
    if (funnel === undefined && sent === undefined)
      issue('funnel', 'The funnel is missing; set funnel to the id of a funnel, or steps to its steps.');
    if (funnel === undefined) return;
    if (sent !== undefined) issue('funnel', 'Both funnel and steps are given; use one of them.');
    for (const name of OWN)
      if (rules[name] !== undefined && rules[name] !== null)
        issue(name, `A stored funnel has its own ${name}; leave it out, or use steps instead of funnel.`);
  },
);

/** The query of a funnel. */
export const funnelQuery = z
  .object({
    funnel: text()
      .optional()
      .meta({
        examples: ['r4Yp8cVn2LdQ'],
        'x-in-example': true,
        description: 'The id of a funnel of the website; send either it or `steps`.',
      }),
    steps: steps.optional().meta({
      type: 'string',
      contentMediaType: 'application/json',
      examples: [JSON.stringify(STEPS)],
      description: 'The 2 to 10 steps of a funnel that is not stored, as a JSON list.',
    }),
    ...rangeDays,
    filter,
    compare,
    order: order.meta({ examples: ['in_order'], description: `${ORDER} Only with \`steps\`.` }),
    unit: unit.meta({ examples: ['visit'], description: `${UNIT} Only with \`steps\`.` }),
    within: number(funnelWithin)
      .optional()
      .meta({ type: 'integer', examples: SECONDS, description: `${WITHIN} Only with \`steps\`.` }),
  })
  .check(inOrder, eitherFunnelOrSteps);

interface SentAnchors {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

const atMostOneAnchor = z.superRefine<SentAnchors>(({ start, end }, { addIssue }) => {
  const message = 'Both start and end are given; use at most one of them.';
  if (start !== undefined && end !== undefined) addIssue({ code: 'custom', path: ['end'], message });
});

const ANCHOR = 'a page; with `by=group` a page or a group, with `by=event` the name of an event';

/** The query of journeys. */
export const journeysQuery = z
  .object({
    ...rangeDays,
    filter,
    start: text()
      .optional()
      .meta({ examples: ['/pricing'], description: `Journeys begin with the first such hit of a visit: ${ANCHOR}.` }),
    end: text()
      .optional()
      .meta({ examples: ['/signup'], description: `Journeys are followed back from the last such hit: ${ANCHOR}.` }),
    levels: number(journeyLevels)
      .optional()
      .meta({
        type: 'integer',
        minimum: 2,
        maximum: 8,
        examples: [5],
        description: 'The number of levels, by default 5.',
      }),
    per_level: number(journeyNodesPerLevel)
      .optional()
      .meta({
        type: 'integer',
        minimum: 1,
        maximum: 50,
        examples: [10],
        description: 'The number of nodes that each level names, by default 10.',
      }),
    by: oneOf('a kind of journeys', JOURNEYS_BY)
      .optional()
      .meta({ examples: ['page'], description: 'What the nodes of journeys are, by default pages.' }),
  })
  .check(inOrder, atMostOneAnchor);

/** The query of returns. */
export const returnsQuery = z.object({ ...rangeDays, filter }).check(inOrder);

/** The query of an explanation. */
export const explainQuery = z
  .object({
    metric: metric.meta({
      examples: ['visits'],
      description: 'The metric whose change is explained; pageviews and events belong to the causes of their visits.',
    }),
    ...rangeDays,
    compare: compare.meta({ description: 'The earlier range to compare with; by default `previous_period`.' }),
    filter,
  })
  .check(inOrder);
