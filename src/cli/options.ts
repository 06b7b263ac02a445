import * as z from 'zod';
import { day, days, inOrder } from '../domain/inputs/days.ts';
import { filterText } from '../domain/inputs/filter.ts';
import { statName } from '../domain/inputs/statistic.ts';
import { dayNumber } from '../domain/range.ts';
import { badInput } from '../errors.ts';

/* What the options of commands may hold beyond what commander sees to. Commands load this when they run, not when they declare themselves. */

const DAY = 86_400_000;

/** Of `backup`. */
export const backupOptions = z.object({
  keep: digits(6).optional(),
});

/** Of `bench load`. */
export const loadOptions = z.object({ hits: digits(9), days: digits(5), pages: digits(7) });

/** Of `export`, for hits. */
export const hitOptions = z
  .object({ ...days, filter: z.never('Hits are not filtered; add --name, or leave --filter out.').optional() })
  .check(inOrder);

/** Of `export`, for a statistic; the filter comes out parsed. */
export const statisticOptions = z.object({ ...days, name: statName, filter: filterText.optional() }).check(inOrder);

/** Of `import`. */
export const importOptions = z.object({ fromLine: digits(12) });

/** Of `key create`; `expires` comes out as the first moment after the day, in milliseconds since 1970. */
export const keyOptions = z.object({
  expires: day('last day', 'send it as YYYY-MM-DD, such as 2026-12-31', '2026-12-31')
    .transform(date => (dayNumber(date) + 1) * DAY)
    .optional(),
});

/** The options as the command works with them. Throws BAD_USER_INPUT with everything that is wrong, by the names of the options. */
export function readOptions<S extends z.ZodObject>(schema: S, given: object): z.output<S> {
  const { data, error } = schema.safeParse(given);
  if (data) return data;
  const byName = Map.groupBy(error?.issues ?? [], ({ path }) => optionName(String(path[0])));
  throw badInput(Object.fromEntries([...byName].map(([name, issues]) => [name, issues.map(({ message }) => message)])));
}

/** As it is typed: `from-line` for `fromLine`. */
function optionName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function digits(most: number) {
  return z
    .string()
    .regex(new RegExp(`^[1-9]\\d{0,${most - 1}}$`), {
      error: ({ input }) => `${JSON.stringify(input)} is not a whole number from 1 on.`,
    })
    .transform(Number);
}
