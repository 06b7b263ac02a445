import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import type { FilterJson } from '../domain/filter.ts';
import { inputError } from '../errors.ts';
import type { Context } from './context.ts';

/** Where every type registers itself; fields are non-null unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string | number };
    Date: { Input: string; Output: string };
    DateTime: { Input: number; Output: number };
    Count: { Input: number; Output: number };
    Decimal: { Input: string; Output: string };
    StatFilterOut: { Input: never; Output: FilterJson };
  };
}>({
  plugins: [ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: inputError },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({
  description: 'Everything that can be changed; needs a key with the scope WRITE, or a session.',
});
