import { instantOf } from '../../../domain/time-zone.ts';

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const MINUTE = 60_000;
const DIGIT = 48;

/** Returns the number that the digits of a text from `at` on form; NaN for anything else. */
function digits(text: string, at: number, count: number): number {
  let number = 0;
  for (let end = at + count; at < end; at++) {
    const digit = text.charCodeAt(at) - DIGIT;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function utc(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const isPossible = month >= 0 && day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 60;
  // Date.UTC would make the 31st of June the 1st of July.
  const exists = isPossible && (day <= 28 || new Date(Date.UTC(year, month, day)).getUTCDate() === day);
  return exists ? Date.UTC(year, month, day, hour, minute, second) : Number.NaN;
}

/**
 * Returns the instant of a time such as `10/Oct/2026:13:55:36 +0200` at a place of a text, in milliseconds; without an
 * offset it is one of the zone. NaN for anything else.
 */
export function commonTime(text: string, at: number, zone: string): number {
  const month = text.length < at + 20 ? -1 : MONTHS.indexOf(text.slice(at + 3, at + 6));
  if (month < 0 || month % 3 !== 0) return Number.NaN;
  const clock = utc(
    digits(text, at + 7, 4),
    month / 3,
    digits(text, at, 2),
    digits(text, at + 12, 2),
    digits(text, at + 15, 2),
    digits(text, at + 18, 2),
  );
  const sign = text.charAt(at + 21);
  if (sign !== '+' && sign !== '-') return instantOf(clock, zone);
  const offset = digits(text, at + 22, 2) * 60 + digits(text, at + 24, 2);
  return clock - (sign === '+' ? offset : -offset) * MINUTE;
}

/** Returns the instant of a date and a time such as `2026-01-31` and `10:00:00`, both UTC; NaN for anything else. */
export function plainTime(date: string, time: string): number {
  return utc(
    digits(date, 0, 4),
    digits(date, 5, 2) - 1,
    digits(date, 8, 2),
    digits(time, 0, 2),
    digits(time, 3, 2),
    digits(time, 6, 2),
  );
}

const ISO = /^\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d([.,]\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/;
/** Seconds since 1970 become milliseconds below this number, the year 2286. */
const SECONDS = 1e10;
/** The last instant of a Date. */
const LAST = 8.64e15;

/**
 * Returns the instant of a time as JSON has it: seconds or milliseconds since 1970, or a text in ISO 8601 or that of
 * access logs; without an offset it is one of the zone. NaN for anything else.
 */
export function jsonTime(value: unknown, zone: string): number {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{9,13}(\.\d+)?$/.test(value)
        ? Number(value)
        : null;
  if (number !== null) {
    const time = Math.floor(Math.abs(number) < SECONDS ? number * 1000 : number);
    return Math.abs(time) <= LAST ? time : Number.NaN;
  }
  if (typeof value !== 'string') return Number.NaN;
  const match = ISO.exec(value);
  if (!match) return commonTime(value.startsWith('[') ? value.slice(1) : value, 0, zone);
  const clock = plainTime(value, value.slice(11));
  const offset = match[2];
  if (offset === undefined) return instantOf(clock, zone);
  if (offset === 'Z') return clock;
  const minutes = digits(offset, 1, 2) * 60 + (offset.length > 3 ? digits(offset, offset.length - 2, 2) : 0);
  return clock - (offset.startsWith('+') ? minutes : -minutes) * MINUTE;
}
