import type { FieldErrors } from '../errors.ts';
import { quote } from './text.ts';

const DAY = 86_400_000;

/** The date itself when it is a real one from 1970-01-01 to 9999-12-31, written `YYYY-MM-DD`; null otherwise. */
export function parseDate(text: string): string | null {
  if (text.length !== 10 || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  // 2026-02-30 would become the 2nd of March: only a real date comes back as it was.
  return text >= '1970' && dateOf(dayNumber(text)) === text ? text : null;
}

/** Null when both are dates and `from` is not after `to`; otherwise texts under the keys `from` and `to`. */
export function checkRange(from: string, to: string): FieldErrors | null {
  const errors: Record<string, string[]> = {};
  if (parseDate(from) === null) errors.from = [wrongDate('from', from)];
  if (parseDate(to) === null) errors.to = [wrongDate('to', to)];
  if (!errors.from && !errors.to && from > to) {
    errors.from = [
      `The from date ${from} is after the to date ${to}; send a from date that is the same day or earlier.`,
    ];
    errors.to = [`The to date ${to} is before the from date ${from}; send a to date that is the same day or later.`];
  }
  return errors.from || errors.to ? errors : null;
}

/** Days since 1970-01-01 of a date `YYYY-MM-DD`, which must be a real one. */
export function dayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY;
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01, up to 9999-12-31. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Months since January 1970 of the month that a day (since 1970-01-01) lies in. */
export function monthNumber(day: number): number {
  const date = new Date(day * DAY);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The first day (since 1970-01-01) of a month (since January 1970). */
export function firstDayOfMonth(month: number): number {
  return Date.UTC(1970, month, 1) / DAY;
}

/** The last day (since 1970-01-01) of a month (since January 1970). */
export function lastDayOfMonth(month: number): number {
  return firstDayOfMonth(month + 1) - 1;
}

/** Whole months and the stretches of days at its edges that make up a range; all ends inclusive, each day in exactly one of them. */
export interface RangeParts {
  /** First and last month, since January 1970. */
  readonly months: readonly [from: number, to: number] | null;
  /** At most two, in order, as days since 1970-01-01. */
  readonly days: readonly (readonly [from: number, to: number])[];
}

/** Splits an inclusive range of days into whole months and edges; a range that ends before it begins has no parts. */
export function splitRange(from: number, to: number): RangeParts {
  if (from > to) return { months: null, days: [] };
  const fromMonth = monthNumber(from);
  const toMonth = monthNumber(to);
  const first = firstDayOfMonth(fromMonth) === from ? fromMonth : fromMonth + 1;
  const last = lastDayOfMonth(toMonth) === to ? toMonth : toMonth - 1;
  if (first > last) return { months: null, days: [[from, to]] };
  const days: [number, number][] = [];
  if (from < firstDayOfMonth(first)) days.push([from, firstDayOfMonth(first) - 1]);
  if (to > lastDayOfMonth(last)) days.push([lastDayOfMonth(last) + 1, to]);
  return { months: [first, last], days };
}

function wrongDate(field: string, given: string): string {
  return `The ${field} date ${quote(given)} is not a date from 1970-01-01 on; send a real day as YYYY-MM-DD, such as 2026-01-31.`;
}
