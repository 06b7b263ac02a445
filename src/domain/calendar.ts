/** The milliseconds of a day. */
export const DAY = 86_400_000;
/** The time zone where days begin first is 14 hours ahead of UTC. */
const FIRST_ZONE = 14 * 3_600_000;

/** Returns the text itself if it is a real date `YYYY-MM-DD` from 1970-01-01 to 9999-12-31; null otherwise. */
export function parseDate(text: string): string | null {
  if (text.length !== 10 || !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) || text < '1970') return null;
  const day = Number(text.slice(8));
  // 2026-02-30 would become March 2: only a real date keeps its day.
  return day <= 28 || new Date(dayNumber(text) * DAY).getUTCDate() === day ? text : null;
}

/** Returns the number of days since 1970-01-01 of a date `YYYY-MM-DD`, which must be a real date. */
export function dayNumber(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY;
}

/** Returns the date `YYYY-MM-DD` of a day since 1970-01-01, up to 9999-12-31. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Returns the month (since January 1970) of a day (since 1970-01-01). */
export function monthNumber(day: number): number {
  const date = new Date(day * DAY);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Returns the first day (since 1970-01-01) of a month (since January 1970). */
export function firstDayOfMonth(month: number): number {
  return Date.UTC(1970, month, 1) / DAY;
}

/** Returns the last day (since 1970-01-01) of a month (since January 1970). */
export function lastDayOfMonth(month: number): number {
  return firstDayOfMonth(month + 1) - 1;
}

/** Returns the week (Monday to Sunday) of a day, counted from the week of 1970-01-01. */
export function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** Returns the Monday of a week, as a day since 1970-01-01. */
export function firstDayOfWeek(week: number): number {
  return week * 7 - 3;
}

/** Returns the Sunday of a week, as a day since 1970-01-01. */
export function lastDayOfWeek(week: number): number {
  return week * 7 + 3;
}

/** Returns the day of the week, from 1 (Monday) to 7 (Sunday). */
export function weekdayOf(day: number): number {
  return day - firstDayOfWeek(weekNumber(day)) + 1;
}

/** Returns the day of `now` in the time zone where days begin first. */
export function latestDay(now: number): number {
  return Math.floor((now + FIRST_ZONE) / DAY);
}

/** Returns the first day whose hits are kept at `now`; older hits count only in the rollups. */
export function keptFrom(now: number, retentionDays: number): number {
  return Math.floor(now / DAY) - retentionDays;
}

/** An inclusive range of days since 1970-01-01, of weeks or of months. */
export type Stretch = readonly [from: number, to: number];

/** The parts of a range, without overlap: whole weeks or months, and at most two ranges of days at its edges. */
export interface RangeParts {
  readonly whole: Stretch | null;
  readonly days: readonly Stretch[];
}

/** Splits an inclusive range of days into whole months and days at its edges; an empty range has no parts. */
export function splitMonths(from: number, to: number): RangeParts {
  return split(from, to, monthNumber, firstDayOfMonth);
}

/** Splits an inclusive range of days into whole weeks and days at its edges. */
export function splitWeeks(from: number, to: number): RangeParts {
  return split(from, to, weekNumber, firstDayOfWeek);
}

function split(
  from: number,
  to: number,
  numberOf: (day: number) => number,
  firstDayOf: (number: number) => number,
): RangeParts {
  if (from > to) return { whole: null, days: [] };
  const first = numberOf(from - 1) + 1;
  const last = numberOf(to + 1) - 1;
  if (first > last) return { whole: null, days: [[from, to]] };
  const edges: Stretch[] = [
    [from, firstDayOf(first) - 1],
    [firstDayOf(last + 1), to],
  ];
  return { whole: [first, last], days: edges.filter(([start, end]) => start <= end) };
}

/** Returns the number of days since 1970-01-01 of a text that is a real date `YYYY-MM-DD`; null for any other. */
export function dayOf(text: string): number | null {
  if (text !== latest.text) latest = { text, day: parseDate(text) === null ? null : dayNumber(text) };
  return latest.day;
}

/** The text that was read last: thousands of rows of a file have the same date. */
let latest: { readonly text: string; readonly day: number | null } = { text: '', day: null };
