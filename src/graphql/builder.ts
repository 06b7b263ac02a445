import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import * as z from 'zod';
import type { FilterJson } from '../domain/filter.ts';
import { inputError } from '../errors.ts';
import type { Context } from './context.ts';

/** The schema builder; every type registers itself here. Fields are non-null unless marked nullable. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    Date: { Input: string; Output: string };
    DateTime: { Input: number; Output: number };
    Count: { Input: number; Output: number };
    SignedCount: { Input: number; Output: number };
    Decimal: { Input: string; Output: string };
    StatFilterOut: { Input: never; Output: FilterJson };
  };
}>({
  plugins: [ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: inputError },
});

/** The types of the builder, for functions that take one of its parts. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

builder.queryType({ description: 'All queries.' });
builder.mutationType({
  description:
    'All mutations. They require an API key with the scope WRITE, or a session; those of API keys, sessions and accounts require a session.',
});

/** Returns the schema of arguments or input fields that need more than a type check, and of rules about several. */
export function checked(shape: z.core.$ZodShape, ...rules: readonly z.core.$ZodCheck<never>[]) {
  // Arguments without a schema pass unchanged, so that one shape fits every field that has these arguments.
  const schema = z.looseObject(shape).check(...(rules as unknown as z.core.$ZodCheck<object>[]));
  return { schema: schema as z.ZodType as z.ZodType<never> };
}

/** Returns an enum of these values, each with its description; GraphQL writes them in capitals. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): PothosSchemaTypes.EnumRef<Types, Value> {
  const entries = Object.entries(values).map(([value, description]) => [value.toUpperCase(), { value, description }]);
  return builder.enumType(name, { description, values: Object.fromEntries(entries) });
}
