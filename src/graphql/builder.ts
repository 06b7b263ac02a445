import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
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
    Decimal: { Input: string; Output: string };
    StatFilterOut: { Input: never; Output: FilterJson };
  };
}>({
  plugins: [ZodPlugin],
  defaultFieldNullability: false,
  zod: { validationError: inputError },
});

builder.queryType({ description: 'All queries.' });
builder.mutationType({
  description: 'All mutations. They require an API key with the scope WRITE, or a session.',
});
