import { sizeOf } from '../domain/change.ts';
import { hourWriter } from '../domain/hour.ts';
import { lazy } from '../domain/lazy.ts';
import type { Unit } from '../domain/metric.ts';
import type { Interval } from '../domain/range.ts';
import { shareWriter } from '../domain/share.ts';
import { pointsText } from '../messages/points.ts';
import { locale, t } from './messages.ts';

// A page needs few of these formats at first.
const number = (options: Intl.NumberFormatOptions) => lazy(() => numberFormat(options));
const whole = number({});
const short = number({ notation: 'compact', maximumFractionDigits: 1 });
const million = number({ notation: 'compact', maximumFractionDigits: 2 });
const oneDigit = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = number({ style: 'percent' });
const difference = number({ signDisplay: 'exceptZero' });
const relative = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

export const formatCount = (count: number): string => whole().format(count);

const collator = lazy(() => new Intl.Collator(locale));

/** Compares names for their alphabetical order in the reader's language. */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

/** Joins texts to a list without “and” or “or”. */
export const formatList = (texts: readonly string[]): string => texts.join(t('format.comma'));

/** Formats a change of a count as `+12` or `-12`. */
export const formatDifference = (change: number): string => difference().format(change);

/** Formats a count, from ten thousand on as `12.3K`. */
export const formatShort = (count: number): string => (count < 10_000 ? whole().format(count) : short().format(count));

/** Formats a count beside an axis, which has room for six digits: from a million on, as `1.25M`. */
export const formatAxisCount = (count: number): string =>
  count < 1_000_000 ? whole().format(count) : million().format(count);

export const formatShare = shareWriter(locale);

/** Formats a share with three digits, however small it is. */
export const formatExactShare = (share: number): string =>
  numberFormat({ style: 'percent', maximumSignificantDigits: 3 }).format(share);

/** Formats a difference of shares in percentage points. */
export const formatPoints = (difference: number): string => pointsText(t, difference);

/** Formats a relative change without its direction: `12 %`, from ten times the value before on `10×`. */
export function formatChange(change: number): string {
  const { size, isFactor } = sizeOf(change);
  return isFactor ? `${formatCount(size)}×` : percent().format(size);
}

/** Formats seconds as `1m 23s`. */
export function formatDuration(seconds: number): string {
  const total = Math.round(seconds);
  if (total < 60) return t('format.seconds', { seconds: String(total) });
  const minutes = Math.floor(total / 60);
  const twoDigits = (part: number) => String(part % 60).padStart(2, '0');
  if (minutes < 60) return t('format.minutes', { minutes: String(minutes), seconds: twoDigits(total) });
  return t('format.hours', { hours: String(Math.floor(minutes / 60)), minutes: twoDigits(minutes) });
}

const METRIC_FORMATS: Readonly<Record<Unit, (value: number) => string>> = {
  count: formatCount,
  share: formatShare,
  seconds: formatDuration,
  ratio: value => oneDigit().format(value),
};

/** Formats the value of a metric by its unit. */
export const formatMetric = ({ unit }: { readonly unit: Unit }, value: number): string => METRIC_FORMATS[unit](value);

/** Formats a decimal with all its digits and its unit, as money if the unit is a currency. */
export const formatAmount = (sum: string, unit: string): string =>
  inUnit(sum as `${number}`, unit, { maximumFractionDigits: 20 });

/**
 * Formats an amount without the digits that a reader at a glance does not need, such as `€4,518` and `€12.3K`; one with
 * a fraction that needs all of them is written as in lists.
 */
export function formatShortAmount(sum: number, unit: string): string {
  const { isLarge, digits } = lookOf(sum);
  if (digits > 0 && !isShortened(sum)) return formatAmount(String(sum), unit);
  return inUnit(sum, unit, {
    maximumFractionDigits: digits,
    ...(isLarge && { notation: 'compact', minimumFractionDigits: 0 }),
  });
}

/** Returns whether an amount is shortened to another number. */
export function isShortened(sum: number): boolean {
  const { isLarge, digits } = lookOf(sum);
  return isLarge || Number(sum.toFixed(digits)) !== sum;
}

function lookOf(sum: number): { readonly isLarge: boolean; readonly digits: number } {
  const size = Math.abs(sum);
  const isLarge = size >= 10_000;
  // Below 1, at least two digits that are not leading zeros.
  const digits = size >= 100 || Number.isInteger(sum) ? 0 : Math.max(2, 1 - Math.floor(Math.log10(size)));
  return { isLarge, digits: isLarge ? 1 : digits };
}

function inUnit(sum: number | `${number}`, unit: string, options: Intl.NumberFormatOptions): string {
  if (/^[A-Z]{3}$/.test(unit)) {
    try {
      return numberFormat({ ...options, style: 'currency', currency: unit }).format(sum);
    } catch {
      // Three letters that are not a currency.
    }
  }
  return `${numberFormat(options).format(sum)} ${unit}`.trim();
}

/** Returns what makes each format once: a page has hundreds of amounts, and making one takes longer than writing all of them. */
function once<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const made = new Map<string, Format>();
  return options => {
    const key = JSON.stringify(options);
    const format = made.get(key) ?? make(options);
    made.set(key, format);
    return format;
  };
}

const numberFormat = once((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const timeFormat = once((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** Formats an instant in a time zone, by default the reader's own; `never` for null. */
export function formatInstant(iso: string | null, timeZone?: string): string {
  if (iso === null) return t('common.never');
  return timeFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

/** Formats a time (milliseconds since 1970, UTC) as `10:42` in a time zone. */
export const formatTime = (at: number, timeZone: string): string =>
  timeFormat({ timeStyle: 'short', timeZone }).format(at);

/** Formats an instant as `5 minutes ago` or `in 3 days`; `never` for null. */
export function formatAgo(iso: string | null, now: number = Date.now()): string {
  if (iso === null) return t('common.never');
  const seconds = (Date.parse(iso) - now) / 1000;
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit);
  }
  return relative().format(0, 'minute');
}

const date = (options: Intl.DateTimeFormatOptions) =>
  lazy(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
const dayLong = date({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const dayShort = date({ day: 'numeric', month: 'short' });
const dayYear = date({ day: 'numeric', month: 'short', year: 'numeric' });
const month = date({ month: 'long', year: 'numeric' });
const monthShort = date({ month: 'short' });
const year = date({ year: 'numeric' });
const weekday = date({ weekday: 'short' });

/** Formats a day such as `2026-01-31`, which is in the website's time zone and never shifted to the reader's. */
export const formatDay = (day: string): string => dayLong().format(new Date(`${day}T00:00:00Z`));

/** Formats an hour of the day, from 0 to 23. */
export const formatHour = hourWriter(locale);

/** Formats a weekday; 1 is Monday. */
export const formatWeekday = (of: number): string => weekday().format(Date.UTC(2026, 0, 4 + of));

export function formatRange(from: string, to: string): string {
  const [first, last] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)];
  return from === to ? dayLong().format(first) : dayYear().formatRange(first, last);
}

/** Formats the start of an hour, day or month of the chart, in full. */
export function formatPoint(start: string, interval: Interval): string {
  const at = new Date(interval === 'HOUR' ? `${start}:00Z` : `${start}T00:00:00Z`);
  if (interval === 'HOUR') return `${dayLong().format(at)}, ${formatHour(at.getUTCHours())}`;
  return (interval === 'MONTH' ? month() : dayLong()).format(at);
}

/** Formats the start of a point of the chart, as short as an axis needs. */
export function formatTick(start: string, interval: Interval): string {
  const at = new Date(interval === 'HOUR' ? `${start}:00Z` : `${start}T00:00:00Z`);
  if (interval === 'HOUR') return at.getUTCHours() === 0 ? dayShort().format(at) : formatHour(at.getUTCHours());
  return (interval === 'MONTH' ? monthShort : dayShort)().format(at);
}

/** Formats the year of the start of a point. */
export const formatYear = (start: string): string => year().format(new Date(start.slice(0, 10)));
