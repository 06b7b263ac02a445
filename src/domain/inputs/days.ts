import * as z from 'zod';
import { parseDate } from '../calendar.ts';
import { countSlots, dayRange, type Interval } from '../range.ts';
import { quote } from '../text.ts';
import { faultless } from './parse.ts';
import { wrong } from './scalars.ts';

/** The error for an invalid date, to be written after the value. */
const NOT_A_DATE = 'is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.';

/** A real day from 1970-01-01 on, as `YYYY-MM-DD`. */
export const date = z
  .string({ error: wrong(NOT_A_DATE) })
  .refine(text => parseDate(text) !== null, { error: wrong(NOT_A_DATE) });

/** The first and last day of a range, each a real date from 1970-01-01 on as `YYYY-MM-DD`. */
export const days = {
  from: day('from date', 'enter the first day as YYYY-MM-DD, such as 2026-01-01', '2026-01-01'),
  to: day('to date', 'enter the last day as YYYY-MM-DD, such as 2026-01-31', '2026-01-31'),
};

/** Rejects a range whose first day is after its last, under both names; does not run if either is not a date or not sent. */
export const inOrder = z.superRefine<{ readonly from?: string | undefined; readonly to?: string | undefined }>(
  ({ from, to }, { addIssue }) => {
    if (from === undefined || to === undefined || from <= to) return;
    const late = `The from date ${from} is after the to date ${to}; use a from date on the same day or earlier.`;
    const early = `The to date ${to} is before the from date ${from}; use a to date on the same day or later.`;
    addIssue({ code: 'custom', path: ['from'], message: late });
    addIssue({ code: 'custom', path: ['to'], message: early });
  },
  faultless('from', 'to'),
);

/** Rejects an earlier range that does not begin before the range itself, under the name `compareFrom`. */
export const beginsEarlier = z.superRefine<{ readonly from: string; readonly compareFrom?: string | null | undefined }>(
  ({ from, compareFrom }, { addIssue }) => {
    if (!compareFrom || compareFrom < from) return;
    const message = `The earlier range cannot begin on ${compareFrom}, because the range begins on ${from}; use an earlier day.`;
    addIssue({ code: 'custom', path: ['compareFrom'], message });
  },
  faultless('from', 'compareFrom'),
);

/** Returns the schema of a real date from 1970-01-01 on; `called` and `remedy` are parts of its error texts. */
export function day(called: string, remedy: string, example: string) {
  const notADate = (given: unknown) => `The ${called} ${quote(String(given))} ${NOT_A_DATE}`;
  const isMissing = (given: unknown) => given === undefined || given === null;
  return z
    .string({ error: ({ input }) => (isMissing(input) ? `The ${called} is missing; ${remedy}.` : notADate(input)) })
    .refine(text => parseDate(text) !== null, { error: ({ input }) => notADate(input) })
    .meta({ format: 'date', examples: [example] });
}

/** Ten years of days, or nearly half a year of hours. */
export const MAX_POINTS = 4_000;

/** Rejects a time series with too many points, under the name `interval`. */
export const fewPoints = z.superRefine<{ readonly from: string; readonly to: string; readonly interval: Interval }>(
  ({ from, to, interval }, { addIssue }) => {
    const points = countSlots(dayRange(from, to), interval);
    if (points <= MAX_POINTS) return;
    const message = `The range has ${points} points at the interval ${interval}; at most ${MAX_POINTS} are allowed. Use a longer interval or a shorter range.`;
    addIssue({ code: 'custom', path: ['interval'], message });
  },
  faultless('from', 'to', 'interval'),
);
