import type * as z from 'zod';

/** What a schema found, as those who word it see it: before or after it has become part of a ZodError. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly input?: unknown;
  /** Of a value that is not one of a few. */
  readonly values?: readonly unknown[];
}

/** The name of the field in the words of the surface that was asked: `perPage`, `per_page`. */
export function nameOf({ path }: Issue): string {
  return String(path?.at(-1) ?? 'value');
}

type When = NonNullable<z.core.$ZodSuperRefineParams['when']>;

/** Lets a rule about several fields run although others are wrong, as long as these are right. */
export function faultless(...names: readonly string[]): { readonly when: When } {
  return { when: ({ issues }) => !issues.some(({ path }) => names.includes(String(path?.[0]))) };
}
