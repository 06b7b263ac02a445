import { jsonSchema, type Schema } from './json-schema.ts';
import type { AnyRoute } from './route.ts';

/** A parameter of an operation, as OpenAPI describes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
  readonly schema: Schema;
}

const IN_PATH: readonly Parameter[] = [
  {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the website.',
    example: 12,
    schema: { type: 'integer' },
  },
  {
    name: 'share',
    in: 'path',
    required: true,
    description: 'The id of the share.',
    example: 'q7Zk2bTn9XcW',
    schema: { type: 'string' },
  },
  {
    name: 'funnel',
    in: 'path',
    required: true,
    description: 'The id of the funnel.',
    example: 'r4Yp8cVn2LdQ',
    schema: { type: 'string' },
  },
  {
    name: 'import',
    in: 'path',
    required: true,
    description: 'The id of the import.',
    example: 3,
    schema: { type: 'integer' },
  },
];

const PREFER: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'With `handling=strict`, names and values that would be ignored or replaced are errors (422) instead.',
  example: 'handling=strict',
  schema: { type: 'string' },
};

/** Returns the parameters of a route: of its path, of its query, and the header Prefer. */
export function parametersOf(row: AnyRoute): Parameter[] {
  const { properties, required = [] } = jsonSchema(row.query);
  const query = Object.entries(properties).map(
    ([name, { description, examples, ...schema }]): Parameter => ({
      name,
      in: 'query',
      required: required.includes(name),
      description: String(description),
      example: (examples as readonly unknown[] | undefined)?.[0] ?? schema.default,
      schema,
    }),
  );
  const path = IN_PATH.filter(({ name }) => row.path.includes(`{${name}}`));
  return [...path, ...query, PREFER];
}
