import { STATISTICS } from '../domain/statistics.ts';
import { RESPONSES } from './error-responses.ts';
import { HEADERS, type Operation, operationOf } from './openapi-operation.ts';
import { ROUTES } from './routes.ts';
import { HIT_SCHEMA } from './v1/hits.ts';
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
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `ff_` followed by 40 or more letters and digits.',
        },
      },
      schemas: { Website: WEBSITE_SCHEMA, Hit: HIT_SCHEMA, Stat: STAT_SCHEMA },
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
  'Send `Authorization: Bearer KEY` with every request. Responses are JSON. Request bodies can be `application/json` or `application/x-www-form-urlencoded` and are flat: one value per field.',
  'Text is trimmed, except for passwords, and empty text means null.',
  'An invalid value of `search_by`, `sort_by`, `sort`, `per_page` or `page` is replaced by its default, and unknown names are ignored; the header `X-Footfall-Notice` lists both. With `Prefer: handling=strict`, both are errors (422).',
  'Every response has `X-RateLimit-Limit`, the requests per minute allowed for this API key, and `X-RateLimit-Remaining`, the number left. Further requests get 429 with `Retry-After`.',
].join('\n\n');
