import * as z from 'zod';
import { nameOf } from '../domain/inputs/parse.ts';
import { page, replaceable } from '../domain/inputs/scalars.ts';
import { splitLines } from '../domain/lines.ts';

/*
 * Schemas for values in a query, a form or flat JSON. Each one reads the sent value and passes it to the schema of its
 * field.
 */

/** Returns the schema of a text. */
export function text() {
  return z.string({ error: issue => `The field ${nameOf(issue)} is not text; send a string.` });
}

/**
 * Returns the schema of a list with one entry per line. Empty lines count, because errors name lines by their numbers.
 */
export function lines() {
  return text().meta({ untrimmed: true }).transform(splitLines);
}

/** Returns the schema of a whole number, sent as a number or as text. */
export function number<S extends z.ZodType<number>>(schema: S, written = /^(0|[1-9]\d{0,9})$/) {
  return z.preprocess(given => (typeof given === 'string' && written.test(given) ? Number(given) : given), schema);
}

/** Returns the schema of a flag: 0 or 1, in JSON also false or true. Other values get `error`. */
export function flag(error: string) {
  const bit = z.preprocess(given => (typeof given === 'boolean' ? Number(given) : given), z.literal([0, 1], error));
  return number(bit).transform(given => given === 1);
}

/**
 * Returns the schema of a choice of words, read as GraphQL's capitals. The first word is the default; `older` has
 * synonyms.
 */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  older: Readonly<Record<string, Words[number]>> = {},
) {
  const known = z.enum(words, { error: replaceable }).meta({ enum: [...words, ...Object.keys(older)] });
  const read = z.preprocess(given => (Object.hasOwn(older, String(given)) ? older[String(given)] : given), known);
  return read
    .transform(word => word.toUpperCase() as Uppercase<Words[number]>)
    .optional()
    .meta({ default: words[0] });
}

/** The schema of a page number; an invalid one falls back to the first page. */
export const pageNumber = number(page, /^\d{1,10}$/)
  .optional()
  .meta({ default: 1 });
