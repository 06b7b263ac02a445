import * as z from 'zod';
import { days, inOrder } from '../../domain/inputs/days.ts';
import { timeOfDay } from '../../domain/inputs/forget.ts';
import { goalPatterns } from '../../domain/inputs/notes.ts';
import { count, dateTime } from '../../domain/inputs/scalars.ts';
import { RestForgetDocument, type RestForgetFragment, RestForgetsDocument } from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { filter, flag, number } from '../parameters.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { TIME_SCHEMA, withMicroseconds } from './website-json.ts';

const tag = 'Forget';
const total: Schema = { type: 'integer', minimum: 0 };

const counts = {
  hits: { ...total, description: 'The number of pageviews and events.' },
  visits: total,
  visitors: { ...total, description: 'The number of visitors, summed over the days.' },
  pageviews: total,
  events: total,
};

const PREVIEW_SCHEMA: Schema = {
  description: 'What would be forgotten; the response with `dry_run`.',
  ...object({ ...counts, days: { ...total, description: 'The number of days with any of them.' } }),
};

/** The schema of what is forgotten. */
export const FORGET_SCHEMA: Schema = {
  description: 'A request to forget visits of a website, with what is removed so far.',
  ...object({
    id: { type: 'integer', minimum: 1 },
    state: { enum: ['running', 'done'] },
    from: { type: 'string', format: 'date', description: 'The first day of the range.' },
    to: { type: 'string', format: 'date', description: 'The last day of the range.' },
    ...counts,
    progress: { type: 'number', minimum: 0, maximum: 1 },
    created_by: {
      type: ['string', 'null'],
      description: 'The e-mail address of the account that started it; null for the command line.',
    },
    created_at: TIME_SCHEMA,
    finished_at: { anyOf: [TIME_SCHEMA, { type: 'null' }] },
  }),
};

const EXAMPLE: ReturnType<typeof forgetJson> = {
  id: 4,
  state: 'running',
  from: '2026-01-01',
  to: '2026-01-31',
  hits: 0,
  visits: 0,
  visitors: 0,
  pageviews: 0,
  events: 0,
  progress: 0,
  created_by: 'ada@example.com',
  created_at: '2026-02-02T03:04:05.000000Z',
  finished_at: null,
};

const forgotten = { $ref: '#/components/schemas/Forget' };

const chosen = z
  .object({
    from: days.from.meta({ description: "The first day, in the website's time zone; its hits must still be stored." }),
    to: days.to.meta({ description: 'The last day, inclusive.' }),
    from_time: timeOfDay('from time')
      .nullish()
      .meta({
        examples: ['09:30'],
        description: "Only visits that began at this time of the first day or later, in the website's time zone.",
      }),
    to_time: timeOfDay('to time')
      .nullish()
      .meta({
        examples: ['10:00'],
        description: 'Only visits that began before this time of the last day; `24:00` is its end.',
      }),
    visitor_at: dateTime
      .transform(time => new Date(time).toISOString())
      .nullish()
      .meta({
        examples: ['2026-01-05T10:11:12.345Z'],
        description: 'Only visits whose visitor sent a hit at exactly this time, as exports of hits write it.',
      }),
    page: goalPatterns.PAGE.nullish().meta({
      examples: ['/reset/*'],
      description: 'Only visits with a pageview of such a path; `*` is any text.',
    }),
    filter: filter.nullish().meta({
      description: 'Only visits that match this filter: a `StatFilter` of the GraphQL API as JSON.',
    }),
    hits: number(count)
      .nullish()
      .meta({
        examples: [12],
        description: 'The number of hits in a preview; if it has changed since, nothing is forgotten.',
      }),
    dry_run: flag('The field dry_run is neither 0 nor 1; use 1 to count only.')
      .nullish()
      .meta({
        examples: [1],
        'x-in-example': true,
        description: '1 to count what would be forgotten, and to change nothing.',
      }),
  })
  .check(inOrder);

/** The routes of /websites/{id}/forget, in the order of the documentation. */
export const FORGET_ROUTES = [
  route({
    method: 'GET',
    path: '/websites/{id}/forget',
    status: 200,
    operation: RestForgetsDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ website }) => ({ body: { data: (website?.forgets ?? absent()).map(forgetJson) } }),
    describe: {
      id: 'listForgets',
      tag,
      summary: 'List what a website forgets',
      description: 'Returns what the website forgets or has forgotten, the latest first.',
      schema: object({ data: { type: 'array', items: forgotten } }),
      example: { data: [EXAMPLE] },
    },
  }),
  route({
    method: 'POST',
    path: '/websites/{id}/forget',
    status: 202,
    operation: RestForgetDocument,
    query: NOTHING,
    body: chosen,
    variables: ({ id, body: { dryRun, ...input } }) => ({ website: id, input, dryRun: dryRun === true }),
    answer: ({ forget, previewForget }) => ({
      body: { data: forget ? forgetJson(forget) : (previewForget ?? absent()) },
    }),
    describe: {
      id: 'forget',
      tag,
      summary: 'Forget visits',
      description:
        'Starts to remove the visits for which everything that is sent is true, each with all its pageviews and events, from all rows, columns and statistics, as if they had never happened. Hits that belong to no visit are removed too, unless the filter asks for what only a visit has. With `dry_run`, it only counts them.',
      schema: object({ data: { anyOf: [forgotten, PREVIEW_SCHEMA] } }),
      example: { data: EXAMPLE },
    },
  }),
];

function forgetJson({ createdBy, createdAt, finishedAt, id, state, ...given }: RestForgetFragment) {
  return {
    id: Number(id),
    state: state.toLowerCase(),
    ...given,
    created_by: createdBy,
    created_at: withMicroseconds(createdAt),
    finished_at: finishedAt && withMicroseconds(finishedAt),
  };
}
