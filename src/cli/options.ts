import * as z from 'zod';
import { DAY, dayNumber } from '../domain/calendar.ts';
import { day, days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { forgetFields, timesInOrder } from '../domain/inputs/forget.ts';
import { faultless } from '../domain/inputs/parse.ts';
import { dateTime, statName } from '../domain/inputs/scalars.ts';
import { badInput } from '../errors.ts';

/*
 * The rules for options beyond what commander checks. Commands load this file when they run, not when they are
 * declared.
 */

/** The options of `backup`. */
export const backupOptions = z.object({
  keep: digits(6).optional(),
});

/** The options of `bench load`. */
export const loadOptions = z.object({ hits: digits(9), days: digits(5), pages: digits(7) });

/** What both kinds of `export` need. */
const file = {
  ...days,
  format: z.enum(['csv', 'json']),
  bom: z.boolean().default(false),
  json: z.boolean().default(false),
};

const onlyCsvHasBom = z.superRefine<{ readonly format: string; readonly bom: boolean }>(
  ({ format, bom }, { addIssue }) => {
    const message = 'JSON has no byte order mark; add --format csv, or leave out --bom.';
    if (bom && format !== 'csv') addIssue({ code: 'custom', path: ['bom'], message });
  },
  faultless('format', 'bom'),
);

const csvIsNotJson = z.superRefine<{ readonly format: string; readonly json: boolean }>(
  ({ format, json }, { addIssue }) => {
    const message = 'CSV is not JSON; leave out --json, or --format csv.';
    if (json && format === 'csv') addIssue({ code: 'custom', path: ['json'], message });
  },
  faultless('format', 'json'),
);

/** The options of `export` for hits. */
export const hitOptions = z
  .object({ ...file, filter: z.never('Hits cannot be filtered; add --name, or leave out --filter.').optional() })
  .check(inOrder, onlyCsvHasBom, csvIsNotJson);

/** The options of `export` for a statistic; the filter is parsed. */
export const statisticOptions = z
  .object({ ...file, name: statName, filter: filterText.optional() })
  .check(inOrder, onlyCsvHasBom, csvIsNotJson);

/** The options of `forget`; the filter is parsed, and the time becomes milliseconds since 1970. */
export const forgetOptions = z
  .object({ ...forgetFields, visitorAt: dateTime.optional(), filter: filterText.optional() })
  .check(inOrder, timesInOrder);

/** The options of `import`. */
export const importOptions = z.object({ fromLine: digits(12) });

/** The options of `key create`; `expires` becomes the midnight (UTC) that ends the day, in milliseconds since 1970. */
export const keyOptions = z.object({
  expires: day('expiry', 'enter it as YYYY-MM-DD, such as 2026-12-31', '2026-12-31')
    .transform(date => (dayNumber(date) + 1) * DAY)
    .optional(),
});

/** Returns the parsed options. Throws BAD_USER_INPUT with every error, by the name of its option. */
export function readOptions<S extends z.ZodObject>(schema: S, given: object): z.output<S> {
  const { data, error } = schema.safeParse(given);
  if (data) return data;
  const byName = Map.groupBy(error?.issues ?? [], ({ path }) => optionName(String(path[0])));
  throw badInput(Object.fromEntries([...byName].map(([name, issues]) => [name, issues.map(({ message }) => message)])));
}

function optionName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function digits(most: number) {
  return z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,${most - 1}}$`), {
      error: ({ input }) => `${JSON.stringify(input)} is not a whole number of 1 or more.`,
    })
    .transform(Number);
}
