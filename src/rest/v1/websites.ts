import * as z from 'zod';
import { hostInUrl } from '../../domain/hostname.ts';
import { ANY, domain, passwordThere } from '../../domain/inputs/website.ts';
import {
  RestCreateWebsiteDocument,
  RestDeleteWebsiteDocument,
  RestUpdateWebsiteDocument,
  RestWebsiteByIdDocument,
  RestWebsitesDocument,
} from '../__generated__/operations.ts';
import { object } from '../json-schema.ts';
import { collectionPage, collectionPageSchema } from '../page-json.ts';
import { websitesQuery } from '../parameters.ts';
import { absent } from '../refusal.ts';
import { NOTHING, route } from '../route.ts';
import { settings, WEBSITE_EXAMPLE, websiteJson } from './website-json.ts';

const website = { $ref: '#/components/schemas/Website' };
const tag = 'Websites';

const registered = z
  .object({
    domain: domain.meta({
      description:
        'A host name or IPv4 address, unique on the instance. A scheme, a leading `www.` and a trailing dot or slash are removed.',
    }),
    ...settings,
  })
  .check(passwordThere(null));

const changed = z.object(settings).check(passwordThere(ANY));

const update = {
  path: '/websites/{id}',
  status: 200,
  operation: RestUpdateWebsiteDocument,
  query: NOTHING,
  body: changed,
  fixed: { domain: 'cannot be changed', url: 'cannot be changed' },
} as const;

const updated = {
  tag,
  description: 'Changes only the fields that are sent; PUT and PATCH behave the same. The domain cannot be changed.',
  schema: object({ data: website }),
  example: { data: WEBSITE_EXAMPLE },
};

/** The routes of /websites, in the order of the documentation. */
export const WEBSITE_ROUTES = [
  route({
    method: 'GET',
    path: '/websites',
    status: 200,
    operation: RestWebsitesDocument,
    query: websitesQuery,
    body: null,
    variables: ({ query }) => query,
    answer: ({ websites }, place) => ({
      body: collectionPage({ ...websites, rows: websites.rows.map(websiteJson) }, place),
    }),
    describe: {
      id: 'listWebsites',
      tag,
      summary: 'List websites',
      description: "Returns one page of the account's websites.",
      schema: collectionPageSchema(website),
      example: collectionPage(
        { rows: [WEBSITE_EXAMPLE], total: 1, page: 1, perPage: 10, lastPage: 1 },
        { url: 'https://stats.example.com/api/v1/websites', query: [] },
      ),
    },
  }),
  route({
    method: 'POST',
    path: '/websites',
    status: 201,
    operation: RestCreateWebsiteDocument,
    query: NOTHING,
    body: registered,
    older: {
      url: {
        newer: 'domain',
        read: hostInUrl,
        description:
          'An older name for `domain`, which can be a whole URL: its host is registered. Ignored if `domain` is sent.',
      },
    },
    variables: ({ body }) => ({ input: body }),
    answer: ({ createWebsite }, { url }) => ({
      body: { data: websiteJson(createWebsite) },
      headers: { Location: `${url}/${createWebsite.id}` },
    }),
    describe: {
      id: 'createWebsite',
      tag,
      summary: 'Register a website',
      description: 'Returns the new website; the header `Location` has its URL.',
      schema: object({ data: website }),
      example: { data: WEBSITE_EXAMPLE },
    },
  }),
  route({
    method: 'GET',
    path: '/websites/{id}',
    status: 200,
    operation: RestWebsiteByIdDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: data => ({ body: { data: websiteJson(data.website ?? absent()) } }),
    describe: {
      id: 'getWebsite',
      tag,
      summary: 'Read a website',
      description: 'Returns a website with its settings.',
      schema: object({ data: website }),
      example: { data: WEBSITE_EXAMPLE },
    },
  }),
  route({
    ...update,
    method: 'PUT',
    variables: ({ id, body }) => ({ id, input: body }),
    answer: ({ updateWebsite }) => ({ body: { data: websiteJson(updateWebsite) } }),
    describe: { ...updated, id: 'replaceWebsite', summary: 'Change a website with PUT' },
  }),
  route({
    ...update,
    method: 'PATCH',
    variables: ({ id, body }) => ({ id, input: body }),
    answer: ({ updateWebsite }) => ({ body: { data: websiteJson(updateWebsite) } }),
    describe: { ...updated, id: 'updateWebsite', summary: 'Change a website with PATCH' },
  }),
  route({
    method: 'DELETE',
    path: '/websites/{id}',
    status: 200,
    operation: RestDeleteWebsiteDocument,
    query: NOTHING,
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ deleteWebsite }) => ({ body: { data: { id: Number(deleteWebsite), deleted: true } } }),
    describe: {
      id: 'deleteWebsite',
      tag,
      summary: 'Delete a website',
      description: 'Deletes the website with all its statistics. This cannot be undone.',
      schema: object({ data: object({ id: { type: 'integer' }, deleted: { const: true } }) }),
      example: { data: { id: 12, deleted: true } },
    },
  }),
];
