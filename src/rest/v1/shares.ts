import * as z from 'zod';
import { noteText } from '../../domain/inputs/notes.ts';
import { dateTime } from '../../domain/inputs/scalars.ts';
import {
  RestCreateShareDocument,
  RestDeleteShareDocument,
  type RestShareFragment,
  RestSharesDocument,
} from '../__generated__/operations.ts';
import { object, type Schema } from '../json-schema.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { TIME_SCHEMA, withMicroseconds } from './website-json.ts';

const tag = 'Share links';

const created = z.object({
  name: noteText('name', 100).meta({
    minLength: 1,
    maxLength: 100,
    examples: ['Marketing sheet'],
    description: 'The name of the share, which says what it is for.',
  }),
  expires_at: dateTime
    .transform(time => new Date(time).toISOString())
    .nullish()
    .meta({ examples: ['2027-01-31T00:00:00Z'], description: 'When the link stops working; if omitted, never.' }),
});

const orNull = (description: string): Schema => ({ ...TIME_SCHEMA, type: ['string', 'null'], description });

const properties = {
  id: { type: 'string' },
  name: { type: 'string', maxLength: 100 },
  prefix: { type: 'string', description: 'The first characters of the token, to recognise it by.' },
  created_at: TIME_SCHEMA,
  expires_at: orNull(
    'When the link stops working; null if never. A share that an API key created ends with the key at the latest.',
  ),
  last_used_at: orNull('When the link was last used, to the hour; null if never.'),
};

/** The schema of a share. */
export const SHARE_SCHEMA: Schema = {
  description:
    'A link with which anyone who has it sees everything that the statistics page of one website shows: statistics, live visitors, annotations, goals, funnels and segments; no hits, no settings, no other website. Its token is not included.',
  ...object(properties),
};

const EXAMPLE: ReturnType<typeof shareJson> = {
  id: 'q7Zk2bTn9XcW',
  name: 'Marketing sheet',
  prefix: 'ffs_9tGh3K',
  created_at: '2026-01-02T03:04:05.000000Z',
  expires_at: null,
  last_used_at: null,
};

const TOKEN = 'ffs_9tGh3KqLmW2xYvB7nC5dE8fR1sT4uA6z';
const share = { $ref: '#/components/schemas/Share' };

/** The routes of /websites/{id}/shares, in the order of the documentation. */
export const SHARE_ROUTES = [
  route({
    method: 'GET',
    path: '/websites/{id}/shares',
    status: 200,
    operation: RestSharesDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ website }) => ({ body: { data: (website?.shares ?? absent()).map(shareJson) } }),
    describe: {
      id: 'listShares',
      tag,
      summary: 'List the share links of a website',
      description: 'Returns all share links of the website, oldest first, including expired ones.',
      schema: object({ data: { type: 'array', items: share } }),
      example: { data: [EXAMPLE] },
    },
  }),
  route({
    method: 'POST',
    path: '/websites/{id}/shares',
    status: 201,
    operation: RestCreateShareDocument,
    query: NOTHING,
    body: created,
    variables: ({ id, body: { name, expiresAt } }) => ({ website: id, input: { name, expiresAt: expiresAt ?? null } }),
    answer: ({ createShare: { share, token, link, pageLink } }, { url }) => ({
      body: { data: { ...shareJson(share), token, link, page_link: pageLink } },
      headers: { Location: `${url}/${share.id}` },
    }),
    describe: {
      id: 'createShare',
      tag,
      summary: 'Create a share link',
      description:
        'Returns the new share with its token, which cannot be read again. It stops working when the API key that created it expires or is revoked. A website has at most 50 share links; those that have ended make way for new ones.',
      schema: object({
        data: object({
          ...properties,
          token: { type: 'string', description: 'The token, for the parameter `share`.' },
          link: {
            type: 'string',
            format: 'uri',
            description: 'A URL for spreadsheets: the pages of the last 30 days as CSV, with the token.',
          },
          page_link: {
            type: 'string',
            format: 'uri',
            description: 'A URL that opens the statistics page in a browser for seven days, or until the link expires.',
          },
        }),
      }),
      example: {
        data: {
          ...EXAMPLE,
          token: TOKEN,
          link: `https://stats.example.com/api/v1/stats/12.csv?name=page&range=last_30_days&share=${TOKEN}`,
          page_link: `https://stats.example.com/example.com?share=${TOKEN}`,
        },
      },
    },
  }),
  route({
    method: 'DELETE',
    path: '/websites/{id}/shares/{share}',
    status: 200,
    operation: RestDeleteShareDocument,
    query: NOTHING,
    body: null,
    variables: ({ id, share }) => ({ id: share, website: id }),
    answer: ({ deleteShare }) => ({ body: { data: { id: deleteShare, deleted: true } } }),
    describe: {
      id: 'deleteShare',
      tag,
      summary: 'Delete a share link',
      description: 'The link stops working at once.',
      schema: object({ data: object({ id: { type: 'string' }, deleted: { const: true } }) }),
      example: { data: { id: EXAMPLE.id, deleted: true } },
    },
  }),
];

function shareJson({ id, name, prefix, createdAt, expiresAt, lastUsedAt }: RestShareFragment) {
  return {
    id,
    name,
    prefix,
    created_at: withMicroseconds(createdAt),
    expires_at: expiresAt && withMicroseconds(expiresAt),
    last_used_at: lastUsedAt && withMicroseconds(lastUsedAt),
  };
}
