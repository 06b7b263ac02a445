import { checkWebsiteInput, type WebsiteInput } from '../../domain/settings.ts';
import {
  RestCreateWebsiteDocument,
  RestDeleteWebsiteDocument,
  RestUpdateWebsiteDocument,
  RestWebsiteByIdDocument,
  RestWebsitesDocument,
} from '../__generated__/operations.ts';
import { choice, field, flag, lines, pageNumber, privacy, required, secret, text } from '../fields.ts';
import { collectionPageSchema, object } from '../page-schemas.ts';
import { collectionPage } from '../paginate.ts';
import { missing } from '../refusal.ts';
import { route } from '../route.ts';
import { WEBSITE_EXAMPLE, websiteJson } from './website-json.ts';

const website = { $ref: '#/components/schemas/Website' };
const tag = 'Websites';

const listed = {
  search: field('search', 'Only domains that contain this text; `%` and `_` mean themselves.', text('search')),
  search_by: field('searchBy', 'What `search` looks at.', choice('string', { domain: 'DOMAIN' } as const)),
  sort_by: field(
    'sortBy',
    'What the websites are ordered by.',
    choice('string', { id: 'ID', domain: 'DOMAIN' } as const),
  ),
  sort: field('sort', 'Which way they are ordered.', choice('string', { desc: 'DESC', asc: 'ASC' } as const)),
  per_page: field('perPage', 'How many websites a page has.', choice('integer', { 10: 10, 25: 25, 50: 50, 100: 100 })),
  page: field('page', 'Which page; one past the last has no rows.', pageNumber),
};

const settings = {
  privacy: field('privacy', 'Who sees the statistics page: 0 public, 1 private, 2 password.', privacy),
  password: field(
    'password',
    '1 to 128 characters; must exist when privacy is 2 and takes effect only then. Empty clears it.',
    secret('password', { type: ['string', 'null'], maxLength: 128, writeOnly: true }),
  ),
  email: field('emailReports', 'Periodic reports by e-mail: 0 off, 1 on.', flag('email')),
  exclude_bots: field('excludeBots', 'Whether hits of known bots are dropped: 0 no, 1 yes.', flag('exclude bots')),
  exclude_params: field(
    'excludeParams',
    'Names of query parameters to take off pages, one a line, exact; a line `*` alone drops the whole query.',
    lines('exclude_params'),
  ),
  exclude_ips: field(
    'excludeIps',
    'Addresses and CIDR blocks, IPv4 or IPv6, one a line, whose hits are dropped.',
    lines('exclude_ips'),
  ),
  honor_gpc: field(
    'honorGpc',
    'Whether hits with `Sec-GPC: 1` or `DNT: 1` identify nobody: 0 no, 1 yes.',
    flag('honor GPC'),
  ),
  timezone: field(
    'timezone',
    'IANA time zone of its days and hours, such as `Europe/Berlin`.',
    text('timezone', { type: 'string', examples: ['Europe/Berlin'] }),
  ),
};

const DOMAIN_MISSING = 'The domain is missing; send a host name such as example.com.';

const registered = {
  domain: required(
    'domain',
    'A host name or IPv4 address; its scheme, a leading `www.` and a trailing dot or slash are taken off. Unique on the instance.',
    text('domain', { type: 'string', minLength: 1, examples: ['example.com'] }),
    DOMAIN_MISSING,
  ),
  ...settings,
};

// Whether there is a password already is known only where the website is loaded.
const ANY = { privacy: 'PRIVATE', hasPassword: true } as const;
const checkUpdate = (_: object, body: WebsiteInput) => checkWebsiteInput(body, ANY);

const update = {
  path: '/websites/{id}',
  status: 200,
  operation: RestUpdateWebsiteDocument,
  query: {},
  body: settings,
  fixed: { domain: 'cannot be changed' },
  check: checkUpdate,
} as const;

const updated = {
  tag,
  description: 'Changes only the fields that are sent; PUT and PATCH do the same. The domain cannot be changed.',
  schema: object({ data: website }),
  example: { data: WEBSITE_EXAMPLE },
};

/** The rows of /websites, in the order of the documentation. */
export const WEBSITE_ROUTES = [
  route({
    method: 'GET',
    path: '/websites',
    status: 200,
    operation: RestWebsitesDocument,
    query: listed,
    body: null,
    variables: ({ query }) => query,
    answer: ({ websites }, place) => ({
      body: collectionPage({ ...websites, rows: websites.rows.map(websiteJson) }, place),
    }),
    describe: {
      id: 'listWebsites',
      tag,
      summary: 'List websites',
      description: 'The websites of the account, a page at a time.',
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
    query: {},
    body: registered,
    variables: ({ body }) => ({ input: body }),
    check: (_, body) => checkWebsiteInput(body, null),
    answer: ({ createWebsite }, { url }) => ({
      body: { data: websiteJson(createWebsite) },
      headers: { Location: `${url}/${createWebsite.id}` },
    }),
    describe: {
      id: 'createWebsite',
      tag,
      summary: 'Register a website',
      description: 'The answer carries the URL of the new website in `Location`.',
      schema: object({ data: website }),
      example: { data: WEBSITE_EXAMPLE },
    },
  }),
  route({
    method: 'GET',
    path: '/websites/{id}',
    status: 200,
    operation: RestWebsiteByIdDocument,
    query: {},
    body: null,
    variables: ({ id }) => ({ id }),
    answer: data => ({ body: { data: websiteJson(data.website ?? absent()) } }),
    describe: {
      id: 'getWebsite',
      tag,
      summary: 'Read a website',
      description: 'One website with its settings.',
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
    query: {},
    body: null,
    variables: ({ id }) => ({ id }),
    answer: ({ deleteWebsite }) => ({ body: { data: { id: Number(deleteWebsite), deleted: true } } }),
    describe: {
      id: 'deleteWebsite',
      tag,
      summary: 'Delete a website',
      description: 'Deletes the website with everything that was counted for it. It cannot be undone.',
      schema: object({ data: object({ id: { type: 'integer' }, deleted: { const: true } }) }),
      example: { data: { id: 12, deleted: true } },
    },
  }),
];

function absent(): never {
  throw missing();
}
