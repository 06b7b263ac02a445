import type * as z from 'zod';
import { STATISTICS } from '../domain/statistics.ts';
import { BODY_TYPES } from './body.ts';
import type { OlderNames } from './input.ts';
import { jsonSchema, type ObjectSchema, type Schema } from './json-schema.ts';
import { type Parameter, parametersOf } from './operation-parameters.ts';
import { RESPONSES } from './refusal.ts';
import type { AnyRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { FORGET_SCHEMA } from './v1/forget.ts';
import { FUNNEL_SCHEMA } from './v1/funnels.ts';
import { HIT_SCHEMA } from './v1/hits.ts';
import { IMPORT_SCHEMA } from './v1/imports.ts';
import { SHARE_SCHEMA } from './v1/shares.ts';
import { STAT_SCHEMA } from './v1/stats.ts';
import { WEBSITE_SCHEMA } from './v1/website-json.ts';

/** An OpenAPI 3.1 document; `paths` by path and method in lower case, in the order of the route table. */
export type OpenApi = ReturnType<typeof openApi>;

/** Returns the description of all rows of the route table; `root` is their base URL. */
export function openApi(root: string) {
  const byPath = Map.groupBy(ROUTES, row => row.path);
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = Object.fromEntries(
    [...byPath].map(([path, rows]) => [
      path,
      Object.fromEntries(rows.map(row => [row.method.toLowerCase(), operationOf(row)])),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Footfall REST API',
      version: '1',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: root }],
    security: [{ key: [] }],
    tags: [
      { name: 'Websites', description: 'Registered websites with their settings and hits.' },
      { name: 'Statistics', description: `${STATISTICS.length} statistics for every website.` },
      { name: 'Funnels and journeys', description: 'Ways that visits take through a website.' },
      { name: 'Imports', description: 'History from other tools.' },
      { name: 'Forget', description: 'Visits that a website must not keep.' },
      { name: 'Audit log', description: 'Who did what to a website, and when.' },
      { name: 'Share links', description: SHARE_LINKS },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `ff_` followed by 40 or more letters and digits.',
        },
        share: {
          type: 'apiKey',
          in: 'query',
          name: 'share',
          description:
            'The token of a share link: `ffs_` followed by 32 letters and digits. It reads the statistics of one website. Ignored if an API key is sent.',
        },
      },
      schemas: {
        Website: WEBSITE_SCHEMA,
        Hit: HIT_SCHEMA,
        Stat: STAT_SCHEMA,
        Share: SHARE_SCHEMA,
        Funnel: FUNNEL_SCHEMA,
        Import: IMPORT_SCHEMA,
        Forget: FORGET_SCHEMA,
      },
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}

/** Returns the description as published in schema/openapi.json. */
export function renderOpenApi(): string {
  return `${JSON.stringify(openApi('/api/v1'), null, 2)}\n`;
}

const INTRODUCTION = [
  'Send `Authorization: Bearer KEY` with every request, except for statistics that you read with the token of a share link (`share`). Responses are JSON. Request bodies can be `application/json` or `application/x-www-form-urlencoded` and are flat: one value per field. In a form, a list can also be sent in brackets: `exclude_ips[]=…`.',
  'Text is trimmed, except for passwords, and empty text means null.',
  'An invalid value of `search_by`, `sort_by`, `sort`, `per_page` or `page` is replaced by its default, and unknown names are ignored; the header `X-Footfall-Notice` lists both. With `Prefer: handling=strict`, both are errors (422).',
  'Every response has `X-RateLimit-Limit`, the requests per minute allowed for this API key (without a key, for this address), and `X-RateLimit-Remaining`, the number left. Further requests get 429 with `Retry-After`.',
].join('\n\n');

const SHARE_LINKS =
  'Links for programs that cannot send an API key, such as spreadsheets: the token of a share, sent as the parameter `share`, reads the statistics of one website. The link for browsers opens everything that the statistics page shows: statistics, live visitors, annotations, goals, funnels and segments; no hits, no settings, no other website. With an unknown, deleted or expired token, or that of another website, the response is 404.';

/** A parameter of an operation. */
/** A method on a path. `responses` are by status; errors are references into the components. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: ObjectSchema }>>;
  };
  readonly responses: Readonly<Record<string, Schema>>;
}

/** The headers of every successful response, by their names in the components. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'The requests per minute allowed for this API key; without a key, for this address.',
    required: true,
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'The requests left in this minute.',
    required: true,
    schema: { type: 'integer' },
  },
  'X-Footfall-Notice': {
    description: 'Parameters or fields that were ignored or replaced, if any; several notices are separated by `; `.',
    schema: { type: 'string' },
  },
};

function operationOf(row: AnyRoute): Operation {
  const { id, tag, summary, description } = row.describe;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(row.shared ? { security: [{ key: [] }, { share: [] }] } : {}),
    parameters: parametersOf(row),
    ...requestBodyOf(row),
    responses: { [row.status]: successOf(row), ...Object.fromEntries(errorsOf(row).map(refer)) },
  };
}

function requestBodyOf({ body, older, upload }: AnyRoute): Pick<Operation, 'requestBody'> {
  if (upload) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: upload } } } };
  return body === null ? {} : { requestBody: bodyOf(body, older) };
}

function bodyOf(body: z.ZodObject, older: OlderNames = {}): NonNullable<Operation['requestBody']> {
  const own = jsonSchema(body);
  const others = Object.entries(older).map(
    ([name, { description }]) => [name, { type: 'string', deprecated: true, description }] as const,
  );
  const schema = { ...own, properties: { ...own.properties, ...Object.fromEntries(others) } };
  return {
    required: schema.required !== undefined,
    content: Object.fromEntries(BODY_TYPES.map(type => [type, { schema }])),
  };
}

function successOf(row: AnyRoute): Schema {
  const { schema, example } = row.describe;
  const type = row.export?.format === 'csv' ? 'text/csv' : 'application/json';
  return {
    description: 'Success.',
    headers: {
      ...Object.fromEntries(Object.keys(HEADERS).map(name => [name, { $ref: `#/components/headers/${name}` }])),
      ...(row.status === 201
        ? {
            Location: {
              description: 'The URL of the new resource.',
              required: true,
              schema: { type: 'string', format: 'uri' },
            },
          }
        : {}),
      ...row.headers,
    },
    // One type for each path: a client generated from two would not know which it gets.
    content: { [type]: { schema, example } },
  };
}

function errorsOf(row: AnyRoute): number[] {
  return [
    400,
    401,
    403,
    ...(row.path.includes('{id}') ? [404] : []),
    ...(row.body === null ? [] : [413, 415]),
    ...(row.upload ? [413] : []),
    422,
    429,
    500,
    503,
  ];
}

function refer(status: number): [string, Schema] {
  return [String(status), { $ref: `#/components/responses/${status}` }];
}
