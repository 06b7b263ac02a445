import { STATISTICS } from '../domain/statistics.ts';
import { RESPONSES } from './error-responses.ts';
import { HEADERS, type Operation, operationOf } from './openapi-operation.ts';
import { ROUTES } from './routes.ts';
import { HIT_SCHEMA } from './v1/hits.ts';
import { STAT_SCHEMA } from './v1/stats.ts';
import { WEBSITE_SCHEMA } from './v1/website-json.ts';

/** An OpenAPI 3.1 document; `paths` by path and method in lower case, in the order of the route table. */
export type OpenApi = ReturnType<typeof openApi>;

/** Describes all rows of the route table; `root` is where they are answered. */
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
      { name: 'Websites', description: 'Registered websites, their settings and their hits.' },
      { name: 'Statistics', description: `What was counted: ${STATISTICS.length} statistics of every website.` },
    ],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `ff_` and 40 or more letters and digits.' },
      },
      schemas: { Website: WEBSITE_SCHEMA, Hit: HIT_SCHEMA, Stat: STAT_SCHEMA },
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
  'Every answer carries `X-RateLimit-Limit` and `X-RateLimit-Remaining`: the requests a minute of this key, and how many are left. Beyond them the answer is 429 with `Retry-After`.',
].join('\n\n');
