import { DAY, dayOf } from '../domain/calendar.ts';

const REST = /^[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:Z|UTC|([+-])(\d{2})(?::?(\d{2}))?)?$/i;

let latestDate = '';
let latestStart: number | null = null;

/**
 * Returns an instant such as `2026-01-31 10:00:00.5` in milliseconds since 1970; it is in UTC unless it has an offset.
 * Returns null for any other text, and for days that do not exist.
 */
export function parseInstant(text: string): number | null {
  const date = text.slice(0, 10);
  // Rows of the same day follow each other.
  if (date !== latestDate) {
    const day = dayOf(date);
    latestDate = date;
    latestStart = day === null ? null : day * DAY;
  }
  if (latestStart === null) return null;
  const seconds = plainSeconds(text);
  if (seconds >= 0) return latestStart + seconds * 1000;
  const match = REST.exec(text.slice(10));
  if (!match) return null;
  const [, hours, minutes, more = '0', fraction = '', sign, ahead = '0', aheadMinutes = '0'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(more) > 59) return null;
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(more);
  const offset = (Number(ahead) * 60 + Number(aheadMinutes)) * (sign === '-' ? -60 : 60);
  return latestStart + (time - offset) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** Returns the seconds since midnight of `2026-01-31 10:00:00`; -1 for any other form. */
function plainSeconds(text: string): number {
  const length = text.length;
  if (length !== 19 && !(length === 20 && text[19] === 'Z')) return -1;
  if (text[13] !== ':' || text[16] !== ':' || (text[10] !== ' ' && text[10] !== 'T')) return -1;
  const hours = digits(text, 11);
  const minutes = digits(text, 14);
  const seconds = digits(text, 17);
  if (hours < 0 || minutes < 0 || seconds < 0 || hours > 23 || minutes > 59 || seconds > 59) return -1;
  return (hours * 60 + minutes) * 60 + seconds;
}

/** Returns the number of two digits; -1 if they are none. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
