import {
  RestCreateFunnelDocument,
  RestDeleteFunnelDocument,
  type RestFunnelFragment,
  RestFunnelResultDocument,
  RestFunnelsDocument,
  RestSharedFunnelResultDocument,
  RestUpdateFunnelDocument,
} from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { funnelBody, funnelQuery } from '../path-parameters.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { inSnakeCase } from '../snake-case.ts';
import { NODE_SCHEMA, orNull, PATH_SOURCE } from './path-schemas.ts';

const tag = 'Funnels and journeys';
const count: Schema = { type: 'integer', minimum: 0 };
const share = (description: string) => orNull('number', description);

const STEP_SCHEMA = object({
  kind: { enum: ['page', 'event'] },
  pattern: { type: 'string', maxLength: 255 },
  name: { type: 'string', maxLength: 255 },
  conditions: {
    type: 'array',
    items: object({
      key: { type: 'string' },
      operator: { type: 'string' },
      values: { type: 'array', items: { type: 'string' } },
    }),
  },
});

/** The schema of a funnel. */
export const FUNNEL_SCHEMA: Schema = {
  description: 'Steps that visits should take.',
  ...object({
    id: { type: 'string' },
    name: { type: 'string', maxLength: 100 },
    steps: { type: 'array', items: STEP_SCHEMA },
    order: { enum: ['in_order', 'strict', 'any'] },
    unit: { enum: ['visit', 'visitor'] },
    within: orNull('integer', 'Hits count up to this many seconds after the hit of step 1; null without a limit.'),
  }),
};

const RESULT_SCHEMA = object({
  steps: {
    type: 'array',
    items: object({
      step: STEP_SCHEMA,
      reached: count,
      dropped: { ...count, description: 'How many went no further; 0 at the last step.' },
      share_of_first: share('The share of those who reached the first step; null if nobody did.'),
      share_of_previous: share('The share of those who reached the step before; null for the first step.'),
      median_seconds: orNull('number', 'The median of the seconds since the step before; null for the first step.'),
      p90_seconds: orNull('number', 'The seconds within which nine of ten came from the step before.'),
      amounts: {
        type: 'array',
        description: 'The sums of the amounts of the events that reached the last step, by unit.',
        items: object({ unit: { type: 'string' }, sum: { type: 'string' } }),
      },
      dropped_to: {
        type: 'array',
        description: 'Where those went next that went no further; the numbers add up to `dropped`.',
        items: NODE_SCHEMA,
      },
      previous: orNull('integer', 'How many reached the step in the earlier range; null without a comparison.'),
      compared: orNull(
        'integer',
        'What `previous` is compared with: of a range that is still running, how many of the days and hours that are over reached it; otherwise `reached`. Null without a comparison.',
      ),
      change: share(
        'The relative change from `previous` to `compared`; null without a comparison or if `previous` is 0.',
      ),
    }),
  },
  entered: count,
  completed: count,
  conversion_rate: share('The share of those who entered that completed the funnel; null if nobody entered.'),
  ...PATH_SOURCE,
});

const step = (kind: string, pattern: string) => ({ kind, pattern, name: pattern, conditions: [] });
const EXAMPLE = {
  id: 'r4Yp8cVn2LdQ',
  name: 'Checkout',
  steps: [step('page', '/cart'), step('event', 'Order')],
  order: 'in_order',
  unit: 'visit',
  within: null,
};
const reached = { dropped: 0, share_of_first: 1, share_of_previous: null, median_seconds: null, p90_seconds: null };
const RESULT_EXAMPLE = {
  steps: [
    {
      step: EXAMPLE.steps[0],
      reached: 40,
      ...reached,
      dropped: 10,
      amounts: [],
      dropped_to: [
        { kind: 'page', value: '/shipping', label: '/shipping', visits: 6 },
        { kind: 'end', value: '(end)', label: '(end)', visits: 4 },
      ],
      previous: null,
      compared: null,
      change: null,
    },
    {
      step: EXAMPLE.steps[1],
      reached: 30,
      ...reached,
      share_of_first: 0.75,
      share_of_previous: 0.75,
      median_seconds: 74,
      p90_seconds: 312,
      amounts: [{ unit: 'EUR', sum: '1499.50' }],
      dropped_to: [],
      previous: null,
      compared: null,
      change: null,
    },
  ],
  entered: 40,
  completed: 30,
  conversion_rate: 0.75,
  basis: 'hits',
  fresh_at: '2026-01-31T12:00:00.000Z',
  counts_from: null,
};

const funnel = { $ref: '#/components/schemas/Funnel' };
const one = { tag, schema: object({ data: funnel }), example: { data: EXAMPLE } };

/** The routes of /websites/{id}/funnels and /stats/{id}/funnel, in the order of the documentation. */
export const FUNNEL_ROUTES = [
  route({
    method: 'GET',
    path: '/stats/{id}/funnel',
    status: 200,
    operation: RestFunnelResultDocument,
    shared: RestSharedFunnelResultDocument,
    query: funnelQuery,
    body: null,
    variables: ({ id, query }) => ({ ...query, id }),
    answer: ({ website }) => ({ body: { data: inSnakeCase(website?.funnel ?? absent()) } }),
    describe: {
      id: 'getFunnel',
      tag,
      summary: 'Count a funnel',
      description:
        'Returns how many visits, or visitors, reached each step of a funnel, and where the others went. One hit reaches at most one step. They are counted from individual visits, as far back as those are stored.',
      schema: object({ data: RESULT_SCHEMA }),
      example: { data: RESULT_EXAMPLE },
    },
  }),
  route({
    method: 'GET',
    path: '/websites/{id}/funnels',
    status: 200,
    operation: RestFunnelsDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ website }) => ({ body: { data: (website?.funnels ?? absent()).map(funnelJson) } }),
    describe: {
      id: 'listFunnels',
      tag,
      summary: 'List the funnels of a website',
      description: 'Returns all funnels of the website, oldest first.',
      schema: object({ data: { type: 'array', items: funnel } }),
      example: { data: [EXAMPLE] },
    },
  }),
  route({
    method: 'POST',
    path: '/websites/{id}/funnels',
    status: 201,
    operation: RestCreateFunnelDocument,
    query: NOTHING,
    body: funnelBody,
    variables: ({ id, body }) => ({ website: id, input: body }),
    answer: ({ createFunnel }, { url }) => ({
      body: { data: funnelJson(createFunnel) },
      headers: { Location: `${url}/${createFunnel.id}` },
    }),
    describe: {
      ...one,
      id: 'createFunnel',
      summary: 'Create a funnel',
      description:
        'Returns the new funnel. Hits from before it was created count, too. A website has at most 50 funnels.',
    },
  }),
  route({
    method: 'PUT',
    path: '/websites/{id}/funnels/{funnel}',
    status: 200,
    operation: RestUpdateFunnelDocument,
    query: NOTHING,
    body: funnelBody,
    variables: ({ id, funnel, body }) => ({ id: funnel, website: id, input: body }),
    answer: ({ updateFunnel }) => ({ body: { data: funnelJson(updateFunnel) } }),
    describe: {
      ...one,
      id: 'replaceFunnel',
      summary: 'Replace a funnel',
      description: 'Replaces the whole funnel: what is left out gets its default.',
    },
  }),
  route({
    method: 'DELETE',
    path: '/websites/{id}/funnels/{funnel}',
    status: 200,
    operation: RestDeleteFunnelDocument,
    query: NOTHING,
    body: null,
    variables: ({ id, funnel }) => ({ id: funnel, website: id }),
    answer: ({ deleteFunnel }) => ({ body: { data: { id: deleteFunnel, deleted: true } } }),
    describe: {
      id: 'deleteFunnel',
      tag,
      summary: 'Delete a funnel',
      description: 'Deletes the funnel; the hits it counted stay.',
      schema: object({ data: object({ id: { type: 'string' }, deleted: { const: true } }) }),
      example: { data: { id: EXAMPLE.id, deleted: true } },
    },
  }),
];

function funnelJson(stored: RestFunnelFragment) {
  return { ...(inSnakeCase(stored) as object), unit: stored.unit.toLowerCase() };
}
