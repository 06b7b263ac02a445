import { dateOf, dayNumber } from '../../domain/calendar.ts';
import { type RangePreset, rangeOfPreset } from '../../domain/range.ts';
import { locale } from '../messages.ts';

/** A range of days such as `2026-01-31`, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Time zone -> what writes its dates, which takes longer to make than to use. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** Returns today's date in the time zone. */
export function todayIn(timezone: string, now: number = Date.now()): string {
  const date = dates.get(timezone) ?? dateIn(timezone);
  dates.set(timezone, date);
  const parts = new Map(date.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
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
  });
}

export const addDays = (day: string, days: number): string => dateOf(dayNumber(day) + days);

/** Returns the number of days in the range. */
export const countDays = ({ from, to }: Days): number => dayNumber(to) - dayNumber(from) + 1;

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
