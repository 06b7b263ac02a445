import { dateOf, dayNumber, firstDayOfMonth, lastDayOfMonth, monthNumber, weekdayOf } from '../../domain/calendar.ts';
import { RANGE_PRESETS, type RangePreset, rangeOfPreset } from '../../domain/range.ts';
import { locale } from '../messages.ts';

/** A range of days such as `2026-01-31`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Time zone -> what writes its dates, which takes longer to make than to use. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** A day, and an hour of it. */
export interface Moment {
  readonly day: string;
  readonly hour: number;
}

/** Returns today's date in the time zone. */
export const todayIn = (timezone: string, now?: number): string => momentIn(timezone, now).day;

/** Returns today's date and the hour that is running in the time zone. */
export function momentIn(timezone: string, now: number = Date.now()): Moment {
  const date = dates.get(timezone) ?? dateIn(timezone);
  dates.set(timezone, date);
  const parts = new Map(date.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) };
}

/** The format has the reader's locale, because browsers would have to load the data of any other. */
function dateIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
}

export const addDays = (day: string, days: number): string => dateOf(dayNumber(day) + days);

/** Returns the number of days in the range. */
export const countDays = ({ from, to }: Days): number => dayNumber(to) - dayNumber(from) + 1;

/** Returns how often a weekday (1 is Monday) of a range has come to an hour; 0 if it is not in the range, or not yet. */
export function timesOf({ from, to }: Days, weekday: number, hour: number, now: Moment): number {
  const [first, today] = [dayNumber(from), dayNumber(now.day)];
  const last = Math.min(dayNumber(to), weekday === weekdayOf(today) && hour > now.hour ? today - 1 : today);
  return Math.max(0, Math.floor((last - first - ((weekday - weekdayOf(first) + 7) % 7)) / 7) + 1);
}

/** Browsers have the method, the property that came before it, or neither; TypeScript knows none of them. */
interface WeekLocale extends Intl.Locale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Returns the first day of the week in a locale, from 1 (Monday) to 7 (Sunday); Monday if the browser does not know it. */
export function firstWeekdayIn(locale: string): number {
  const known: WeekLocale = new Intl.Locale(locale);
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

/** Returns the weekdays in the order of a locale's week; 1 is Monday. */
export function weekdaysIn(locale: string): readonly number[] {
  const first = firstWeekdayIn(locale);
  return Array.from({ length: 7 }, (_, day) => ((first - 1 + day) % 7) + 1);
}

/** Returns the days of a preset, with weeks as the reader knows them; null for all time, which only the server knows. */
export function daysOfPreset(preset: RangePreset, today: string, firstWeekday = firstWeekdayIn(locale)): Days | null {
  if (preset === 'ALL') return null;
  const { from, to } = rangeOfPreset(preset, dayNumber(today), null, firstWeekday);
  return { from: dateOf(from), to: dateOf(to) };
}

/**
 * Returns the days before or after a range: as many, but as many whole months, or the whole week, if the range is made
 * of them. What is later ends today; null if nothing is later, or if only today is later than several days.
 */
export function stepFrom(
  { days, preset }: { readonly days: Days; readonly preset: RangePreset | null },
  direction: 1 | -1,
  today: string,
  firstWeekday = firstWeekdayIn(locale),
): Days | null {
  if (direction > 0 && days.to >= today) return null;
  const [first, last] = [dayNumber(days.from), dayNumber(days.to)];
  const months = monthsOf(days, preset, today);
  const isWeek = preset === 'THIS_WEEK' || (preset === null && isRunningWeek(days, today, firstWeekday));
  const count = isWeek ? 7 : last - first + 1;
  const month = monthNumber(first) + months * direction;
  const from = months > 0 ? firstDayOfMonth(month) : first + count * direction;
  const to = months > 0 ? lastDayOfMonth(month + months - 1) : from + count - 1;
  const now = dayNumber(today);
  // “Last n days” are whole days.
  const isOnlyToday = months === 0 && count > 1 && from === now;
  if (from < 0 || (direction > 0 && (from > now || isOnlyToday))) return null;
  return { from: dateOf(from), to: dateOf(from <= now ? Math.min(to, now) : to) };
}

/** Returns the preset that now has the days after others, and from which a step back leads to these again. */
export function presetAfter(
  before: Days,
  after: Days,
  today: string,
  firstWeekday = firstWeekdayIn(locale),
): RangePreset | null {
  const isSame = (one: Days | null, other: Days) => one?.from === other.from && one.to === other.to;
  return (
    RANGE_PRESETS.find(
      preset =>
        isSame(daysOfPreset(preset, today, firstWeekday), after) &&
        isSame(stepFrom({ days: after, preset }, -1, today, firstWeekday), before),
    ) ?? null
  );
}

/** Returns how many whole months a range is, the running one included; 0 for another range. */
function monthsOf({ from, to }: Days, preset: RangePreset | null, today: string): number {
  if (preset) return /_YEAR$/.test(preset) ? 12 : /_MONTH$/.test(preset) ? 1 : 0;
  const last = dayNumber(to);
  const isRunning = to === today && from !== today;
  if (!from.endsWith('-01') || (!isRunning && last !== lastDayOfMonth(monthNumber(last)))) return 0;
  // Since January, it is the running year.
  const isYear = from.endsWith('-01-01') && isRunning && from.slice(0, 7) < to.slice(0, 7);
  return isYear ? 12 : monthNumber(last) - monthNumber(dayNumber(from)) + 1;
}

function isRunningWeek({ from, to }: Days, today: string, firstWeekday: number): boolean {
  const first = dayNumber(from);
  return to === today && from !== today && weekdayOf(first) === firstWeekday && dayNumber(to) < first + 7;
}
