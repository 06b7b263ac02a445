import * as z from 'zod';

/** A JSON Schema, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** A flat object of named fields, each with its description. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

/** Returns what OpenAPI says of a query or a body: how its fields are sent. */
export function jsonSchema(schema: z.ZodObject): ObjectSchema {
  const { required, properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return {
    type: 'object',
    ...(required ? { required } : {}),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, json]) => [
        name,
        fieldSchema(json as Json, z.globalRegistry.get(schema.shape[name]!)?.default),
      ]),
    ),
  };
}

type Json = z.core.JSONSchema.BaseSchema;

/** Writes what zod says of a field in the words that clients of this API know. It leaves out the default of what it transforms. */
function fieldSchema({ anyOf, description, ...known }: Json, preset: unknown): Schema {
  // What may be null is written by zod as a choice of two schemas.
  const { type, untrimmed, ...rest } = { ...known, ...anyOf?.[0] };
  // Every number that is sent is a whole one.
  const sent = type === 'number' ? 'integer' : type;
  return {
    type: anyOf ? [sent, 'null'] : sent,
    ...rest,
    ...(preset === undefined ? {} : { default: preset }),
    description,
  };
}
