import * as z from 'zod';
import { parseDate } from '../calendar.ts';
import { NAMED_STATISTICS, type StatName } from '../statistics.ts';
import { quote } from '../text.ts';
import type { Issue } from './parse.ts';

/* Schemas of single values: GraphQL's scalars, the paging of lists, names of statistics and ids. */

const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const NOT_AN_INSTANT = 'is not an instant with an offset; use ISO 8601, such as 2026-01-31T10:00:00Z.';

/** An instant in ISO 8601 with its offset, parsed to milliseconds since 1970, UTC. */
export const dateTime = z.string({ error: wrong(NOT_AN_INSTANT) }).transform((text, context) => {
  const time = parseDateTime(text);
  if (time !== null) return time;
  context.issues.push({ code: 'custom', message: wrong(NOT_AN_INSTANT)({ input: text }), input: text });
  return z.NEVER;
});

const NOT_A_DECIMAL = 'is not a decimal number; use its digits as text, such as "1234.50".';

/** An exact decimal number as text, with at most 30 digits on either side of the point. */
export const decimal = z
  .string({ error: wrong(NOT_A_DECIMAL) })
  .regex(/^-?\d{1,30}(\.\d{1,30})?$/, { error: wrong(NOT_A_DECIMAL) });

/** A whole number that a double holds exactly. */
export const count = z
  .int({ error: wrong(`is not a count; use a whole number from 0 to ${MAX_COUNT}.`) })
  .min(0, { error: wrong(`is not a count; use a whole number from 0 to ${MAX_COUNT}.`) });

/** Returns the error for an invalid value: the value, then `fault`. */
export function wrong(fault: string) {
  return ({ input }: Issue) => `${quote(typeof input === 'string' ? input : String(JSON.stringify(input)))} ${fault}`;
}

function parseDateTime(text: string): number | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
  const time = parts?.[1] !== undefined && parseDate(parts[1]) !== null ? Date.parse(text) : null;
  // A later time could not be written as a DateTime in UTC.
  return time !== null && time <= LAST_MOMENT ? time : null;
}

const NAMES = NAMED_STATISTICS.map(({ name }): StatName => name);
const USE = `use one of ${NAMES.join(', ')}.`;

/** Returns the schema of one of these words in lower case, which can also be sent in capitals. */
export function eitherCase<const Words extends readonly string[]>(words: Words, error: (issue: Issue) => string) {
  const capitals = words.map(word => word.toUpperCase() as Uppercase<Words[number]>);
  return z
    .enum([...words, ...capitals], { error })
    .meta({ enum: words })
    .transform(word => word.toLowerCase() as Words[number]);
}

/** The name of a statistic. */
export const statName = eitherCase(NAMES, ({ input }) =>
  (input ?? null) === null
    ? `The name is missing; ${USE}`
    : `The name ${quote(String(input))} is not a statistic; ${USE}`,
);

/** Returns a numeric row id, or null for text that cannot be one: MySQL would read `1abc` as 1. */
export function rowIdOf(given: string | number): number | null {
  return /^[1-9]\d{0,14}$/.test(String(given)) ? Number(given) : null;
}
