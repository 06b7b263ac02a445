import type * as z from 'zod';
import { inputError } from '../../errors.ts';

/**
 * Returns the value as parsed by the schema. Throws BAD_USER_INPUT with every error text under the path of its field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(given);
  if (error) throw inputError(error);
  return data as z.output<Schema>;
}
