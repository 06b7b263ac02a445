const DAY = 86_400_000;

/** The date itself when it is a real one from 1970-01-01 to 9999-12-31, written `YYYY-MM-DD`; null otherwise. */
export function parseDate(text: string): string | null {
  if (text.length !== 10 || !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) || text < '1970') return null;
  const day = Number(text.slice(8));
  // 2026-02-30 would become the 2nd of March: only a real date keeps its day.
  return day <= 28 || new Date(dayNumber(text) * DAY).getUTCDate() === day ? text : null;
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

/** Weeks, Monday to Sunday, since the one that 1970-01-01 lies in. */
export function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** The Monday of a week, as a day since 1970-01-01. */
export function firstDayOfWeek(week: number): number {
  return week * 7 - 3;
}

/** The Sunday of a week, as a day since 1970-01-01. */
export function lastDayOfWeek(week: number): number {
  return week * 7 + 3;
}

/** An inclusive stretch of days since 1970-01-01, of weeks or of months. */
export type Stretch = readonly [from: number, to: number];

/** What makes up a range: whole units, and at most two stretches of days at its edges; each day is in one of them. */
export interface RangeParts {
  readonly whole: Stretch | null;
  readonly days: readonly Stretch[];
}

/** Splits an inclusive range of days at its whole months; a range that ends before it begins has no parts. */
export function splitMonths(from: number, to: number): RangeParts {
  return split(from, to, monthNumber, firstDayOfMonth);
}

/** The same with whole weeks. */
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
