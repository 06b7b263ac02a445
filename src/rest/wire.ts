import * as z from 'zod';
import { nameOf } from '../domain/inputs/issue.ts';
import { page, replaceable } from '../domain/inputs/paging.ts';
import { splitLines } from '../domain/lines.ts';

/* How values are written in a query, a form or flat JSON. Each schema reads one and hands it to the schema of its field. */

/** A text. */
export function text() {
  return z.string({ error: issue => `The field ${nameOf(issue)} is not a text; send it as one.` });
}

/** A list with an entry a line. Empty lines count, since errors name lines by their numbers. */
export function lines() {
  return text().meta({ untrimmed: true }).transform(splitLines);
}

/** A whole number. */
export function number<S extends z.ZodType<number>>(schema: S, written = /^(0|[1-9]\d{0,9})$/) {
  return z.preprocess(given => (typeof given === 'string' && written.test(given) ? Number(given) : given), schema);
}

/** 0 or 1; JSON may also say false or true. Anything else is refused with `error`. */
export function flag(error: string) {
  const bit = z.preprocess(given => (typeof given === 'boolean' ? Number(given) : given), z.literal([0, 1], error));
  return number(bit).transform(given => given === 1);
}

/** One of a few words, the first of which is the default; GraphQL writes them in capitals. Some have older words beside them. */
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

/** The number of a page; one that is none falls back to the first. */
export const pageNumber = number(page, /^\d{1,10}$/)
  .optional()
  .meta({ default: 1 });
