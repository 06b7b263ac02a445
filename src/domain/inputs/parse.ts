import type * as z from 'zod';
import { inputError } from '../../errors.ts';

/** Returns the parsed value. Throws BAD_USER_INPUT with every error text under the path of its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(given);
  if (error) throw inputError(error);
  return data as z.output<Schema>;
}

/** An issue of a schema as error texts need it, before or after it becomes part of a ZodError. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly input?: unknown;
  /** The allowed values, if the value is not one of them. */
  readonly values?: readonly unknown[];
}

/** Returns the name of the field as the client sent it: `perPage` in GraphQL, `per_page` in REST. */
export function nameOf({ path }: Issue): string {
  return String(path?.at(-1) ?? 'value');
}

type When = NonNullable<z.core.$ZodSuperRefineParams['when']>;

/** Makes a rule about several fields run if these fields are valid, even if others are not. */
export function faultless(...names: readonly string[]): { readonly when: When } {
  return { when: ({ issues }) => !issues.some(({ path }) => names.includes(String(path?.[0]))) };
}
