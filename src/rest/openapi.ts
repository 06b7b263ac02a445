import { STATISTICS } from '../domain/statistics.ts';
import { BODY_TYPES } from './body.ts';
import { RESPONSES } from './error-responses.ts';
import type { Field, Fields, Schema } from './fields.ts';
import type { AnyRoute } from './route.ts';
import { ROUTES } from './routes.ts';
import { STAT_SCHEMA } from './v1/stats.ts';
import { WEBSITE_SCHEMA } from './v1/website-json.ts';

/** The OpenAPI 3.1 description of all rows of the route table; `root` is where they are answered. */
export function openApi(root: string) {
  const byPath = Map.groupBy(ROUTES, row => row.path);
  const paths = Object.fromEntries(
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
      { name: 'Websites', description: 'Registered websites and their settings.' },
      { name: 'Statistics', description: `What was counted: ${STATISTICS.length} statistics of every website.` },
    ],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `ff_` and 40 or more letters and digits.' },
      },
      schemas: { Website: WEBSITE_SCHEMA, Stat: STAT_SCHEMA },
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}

/** The description as it is published in schema/openapi.json. */
export function renderOpenApi(): string {
  return `${JSON.stringify(openApi('/api/v1'), null, 2)}\n`;
}

const INTRODUCTION = [
  'Every call carries `Authorization: Bearer KEY`. Answers are JSON; a body may be `application/json` or `application/x-www-form-urlencoded`, and is flat.',
  'Texts are trimmed (passwords are not), and an empty one means null.',
  'An unlisted value of `search_by`, `sort_by`, `sort`, `per_page` or `page` falls back to its default and unknown names are ignored; `X-Footfall-Notice` says so. With `Prefer: handling=strict` they are refused.',
].join('\n\n');

const HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests a minute for this key.', required: true, schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', required: true, schema: { type: 'integer' } },
  'X-Footfall-Notice': {
    description: 'What was ignored or replaced, if anything; several with `; ` between.',
    schema: { type: 'string' },
  },
};

function operationOf(row: AnyRoute): Schema {
  const { id, tag, summary, description } = row.describe;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(row),
    ...(row.body === null ? {} : { requestBody: bodyOf(row.body) }),
    responses: { [row.status]: successOf(row), ...Object.fromEntries(errorsOf(row).map(refer)) },
  };
}

function parametersOf(row: AnyRoute): Schema[] {
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The number of the website.',
    schema: { type: 'integer' },
  };
  const prefer = {
    name: 'Prefer',
    in: 'header',
    description: 'With `handling=strict`, what would be ignored or replaced is refused.',
    schema: { type: 'string', examples: ['handling=strict'] },
  };
  const query = Object.entries(row.query).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    description: field.description,
    schema: field.schema,
  }));
  return [...(row.path.includes('{id}') ? [id] : []), ...query, prefer];
}

function bodyOf(fields: Fields): Schema {
  const entries = Object.entries(fields);
  const needed = entries.filter(([, field]) => field.required).map(([name]) => name);
  const schema = {
    type: 'object',
    ...(needed.length > 0 ? { required: needed } : {}),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, propertyOf(field)])),
  };
  return {
    required: needed.length > 0,
    content: Object.fromEntries(BODY_TYPES.map(type => [type, { schema }])),
  };
}

function propertyOf({ schema, description }: Field): Schema {
  return { ...schema, description };
}

function successOf(row: AnyRoute): Schema {
  const { schema, example } = row.describe;
  const type = row.csv?.when === 'always' ? 'text/csv' : 'application/json';
  return {
    description: 'Success.',
    headers: {
      ...Object.fromEntries(Object.keys(HEADERS).map(name => [name, { $ref: `#/components/headers/${name}` }])),
      ...(row.status === 201
        ? {
            Location: {
              description: 'Where the new one lives.',
              required: true,
              schema: { type: 'string', format: 'uri' },
            },
          }
        : {}),
    },
    content: {
      [type]: { schema, example },
      ...(row.csv?.when === 'accepted' ? { 'text/csv': { schema: { type: 'string' } } } : {}),
    },
  };
}

/** The statuses of the errors that this row may answer with. */
function errorsOf(row: AnyRoute): number[] {
  const writes = row.method !== 'GET';
  return [
    400,
    401,
    ...(writes ? [403] : []),
    ...(row.path.includes('{id}') ? [404] : []),
    ...(row.body === null ? [] : [413, 415]),
    422,
    429,
    500,
    503,
  ];
}

function refer(status: number): [string, Schema] {
  return [String(status), { $ref: `#/components/responses/${status}` }];
}
