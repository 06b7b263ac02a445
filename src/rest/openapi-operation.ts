import type * as z from 'zod';
import { BODY_TYPES } from './body.ts';
import { jsonSchema, type ObjectSchema, type Schema } from './json-schema.ts';
import type { AnyRoute } from './route.ts';

/** A parameter of an operation; its schema can contain examples. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

/** A method on a path. `responses` are by status; errors are references into the components. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
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
    description: 'The requests per minute allowed for this API key.',
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

/** Returns the OpenAPI description of a row of the route table. */
export function operationOf(row: AnyRoute): Operation {
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

function parametersOf(row: AnyRoute): Parameter[] {
  const id: Parameter = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the website.',
    schema: { type: 'integer', examples: [12] },
  };
  const prefer: Parameter = {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: 'With `handling=strict`, names and values that would be ignored or replaced are errors (422) instead.',
    schema: { type: 'string', examples: ['handling=strict'] },
  };
  const { properties, required = [] } = jsonSchema(row.query);
  const query = Object.entries(properties).map(
    ([name, { description, ...schema }]): Parameter => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: String(description),
      schema,
    }),
  );
  return [...(row.path.includes('{id}') ? [id] : []), ...query, prefer];
}

function bodyOf(body: z.ZodObject): NonNullable<Operation['requestBody']> {
  const schema = jsonSchema(body);
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
    content: {
      [type]: { schema, example },
      ...(row.export?.format === 'accepted' ? { 'text/csv': { schema: { type: 'string' } } } : {}),
    },
  };
}

/** Returns the statuses of the errors that this row can respond with. */
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
