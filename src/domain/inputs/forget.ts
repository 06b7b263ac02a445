import * as z from 'zod';
import { dayNumber } from '../calendar.ts';
import type { ForgetChoice } from '../forget.ts';
import { quote } from '../text.ts';
import { days, inOrder } from './days.ts';
import { filterInput } from './filter.ts';
import { goalPatterns } from './notes.ts';
import { faultless } from './parse.ts';

/** Returns the schema of a time of day; `24:00` is the end of the day. */
export function timeOfDay(called: string) {
  return z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
    error: ({ input }) =>
      `The ${called} ${quote(String(input))} is not a time of day; use hours and minutes, such as 09:30.`,
  });
}

/** The parts of a choice without its filter, as GraphQL passes them. */
export const forgetFields = {
  ...days,
  fromTime: timeOfDay('from time').nullish(),
  toTime: timeOfDay('to time').nullish(),
  /** Milliseconds since 1970, UTC. */
  visitorAt: z.int().nullish(),
  page: goalPatterns.PAGE.nullish(),
};

interface Times {
  readonly from: string;
  readonly to: string;
  readonly fromTime?: string | null | undefined;
  readonly toTime?: string | null | undefined;
}

/** Rejects a span that ends before it begins. */
export const timesInOrder = z.superRefine<Times>(
  ({ from, to, fromTime, toTime }, { addIssue }) => {
    if (from !== to || (fromTime ?? '00:00') < (toTime ?? '24:00')) return;
    const message = 'The to time is not after the from time; use a later to time or a later to date.';
    addIssue({ code: 'custom', path: ['toTime'], message });
  },
  faultless('from', 'to', 'fromTime', 'toTime'),
);

/** What to forget, as the client sends it. */
export const forgetInput = z
  .object({ ...forgetFields, filter: filterInput.nullish(), hits: z.int().nullish() })
  .check(inOrder, timesInOrder);

/** What to forget, before it is parsed; `hits` are how many it must be. */
export type ForgetInput = z.input<typeof forgetInput>;

/** Returns the choice that was sent. */
export function choiceOf({
  from,
  to,
  fromTime,
  toTime,
  visitorAt,
  page,
  filter,
}: Omit<z.output<typeof forgetInput>, 'hits'>): ForgetChoice {
  return {
    from: dayNumber(from),
    to: dayNumber(to),
    fromMinute: minuteOf(fromTime),
    toMinute: minuteOf(toTime),
    visitorAt: visitorAt ?? null,
    page: page ?? null,
    filter: filter ?? null,
  };
}

function minuteOf(time: string | null | undefined): number | null {
  return time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : null;
}
