import * as z from 'zod';

/** A JSON Schema as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** A flat object of named fields, each with its description. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

/** Returns the schema of an object that always has all of these properties. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Returns the OpenAPI schema of a query or a body: its fields as a client sends them. */
export function jsonSchema(schema: z.ZodObject): ObjectSchema {
  const { required: known = [], properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const isNeeded = (name: string) => z.globalRegistry.get(schema.shape[name]!)?.needed === true;
  const required = Object.keys(properties).filter(name => known.includes(name) || isNeeded(name));
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, json]) => [
        name,
        fieldSchema(json as Json, z.globalRegistry.get(schema.shape[name]!) ?? {}),
      ]),
    ),
  };
}

type Json = z.core.JSONSchema.BaseSchema;

/** Simplifies zod's JSON Schema of a field and adds its default and examples, which zod may leave out. */
function fieldSchema({ anyOf, description, ...known }: Json, meta: z.core.GlobalMeta): Schema {
  // zod writes a nullable type as a choice of two schemas.
  const { type, untrimmed, nested, needed, ...rest } = { ...known, ...anyOf?.[0] };
  // Clients only send whole numbers.
  const sent = type === 'number' ? 'integer' : type;
  return {
    type: anyOf ? [sent, 'null'] : sent,
    ...rest,
    ...(meta.default === undefined ? {} : { default: meta.default }),
    ...(meta.examples === undefined ? {} : { examples: meta.examples }),
    description,
  };
}
