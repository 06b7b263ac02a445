import { dateOf, weekdayOf } from '../domain/calendar.ts';
import { isNoise } from '../domain/change.ts';
import { Html, html } from '../domain/html.ts';
import type { Unit } from '../domain/metric.ts';
import type { Period } from '../domain/report.ts';
import { pointsWriter, shareWriter } from '../domain/share.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Formats a count as `1,204,113`. */
export function number(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count with its noun: `1,204 visitors`, `1 visitor`, `no visitors`. */
export function counted(count: number, thing: string): string {
  if (count === 0) return `no ${thing}s`;
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Formats a share, from 0 to 1, as on the page. */
export const percent = shareWriter('en');
const points = pointsWriter('en');

/** Formats seconds as `48 s`, `1 min 32 s` or `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The change of a figure: in words, as a short mark, its direction, and whether it is no larger than chance makes it. */
export interface Change {
  readonly words: string;
  readonly mark: string;
  readonly way: 'up' | 'down' | 'same';
  readonly isNoise: boolean;
}

const SAME: Change = { words: 'unchanged', mark: 'no change', way: 'same', isNoise: false };
/** The change of a figure without anything to compare with. */
export const NO_COMPARISON: Change = { ...SAME, words: '', mark: '' };

/** A value of both periods, and whether its change is noise. */
interface Values {
  readonly now: number;
  readonly before: number;
  readonly isNoise: boolean;
}

/** Returns the change of a count from the period before, if that is known. */
export function change(now: number, before: number | null): Change {
  return before === null ? NO_COMPARISON : changeOf({ now, before, isNoise: isNoise(now, before) });
}

function changeOf({ now, before, isNoise: isSmall }: Values): Change {
  if (now === before) return SAME;
  if (before === 0) return { ...moved('up', 'from 0', isSmall), mark: isSmall ? 'new (noise)' : 'new' };
  const ratio = now / before;
  if (ratio >= 10) {
    const times = number(Math.floor(ratio));
    return { words: `${times} times as many`, mark: `▲ ${times}×`, way: 'up', isNoise: false };
  }
  const size = Math.round(100 * Math.abs(ratio - 1));
  return moved(now > before ? 'up' : 'down', size === 0 ? 'under 1%' : `${size}%`, isSmall);
}

function moved(way: 'up' | 'down', size: string, isSmall: boolean): Change {
  const [words, mark] = [`${way} ${size}`, `${way === 'up' ? '▲' : '▼'} ${size}`];
  if (!isSmall) return { words, mark, way, isNoise: false };
  return { words: `${words}, within noise`, mark: `${mark} (noise)`, way, isNoise: true };
}

/** Formats the value of a metric: `1,204`, `42%`, `1 min 32 s`, `2.4`. */
export function figureText(unit: Unit, value: number): string {
  if (unit === 'share') return percent(value);
  if (unit === 'seconds') return duration(value);
  return unit === 'ratio' ? value.toFixed(1) : number(value);
}

/** Returns the change of a metric: a share in percentage points, seconds as rounded for display. */
export function changeIn(unit: Unit, { now, before, isNoise: isSmall }: Values): Change {
  if (unit === 'seconds') return changeOf({ now: Math.round(now), before: Math.round(before), isNoise: isSmall });
  if (unit !== 'share') return changeOf({ now, before, isNoise: isSmall });
  const difference = now - before;
  if (Math.round(1000 * difference) === 0) return SAME;
  return moved(difference > 0 ? 'up' : 'down', points(Math.abs(difference)), isSmall);
}

/** Formats a day as `Tuesday, 10 March`, with the year if `year` is true. */
export function dayText(day: number, year = false): string {
  const { date, month, year: of } = partsOf(day);
  return `${WEEKDAYS[weekdayOf(day) - 1]}, ${date} ${month}${year ? ` ${of}` : ''}`;
}

/** Formats the weekday of a day as `Mon`. */
export function weekdayText(day: number): string {
  return (WEEKDAYS[weekdayOf(day) - 1] ?? '').slice(0, 3);
}

/** Formats a period: `9 to 15 March`, `30 March to 5 April`, `Tuesday, 10 March`, `March 2026`; `year` adds years. */
export function periodText({ frequency, from, to }: Period, year = false): string {
  const first = partsOf(from);
  const last = partsOf(to);
  if (frequency === 'MONTHLY') return `${first.month} ${first.year}`;
  if (from === to) return dayText(from, year);
  const tail = `${last.date} ${last.month}${year ? ` ${last.year}` : ''}`;
  if (first.year !== last.year && year) return `${first.date} ${first.month} ${first.year} to ${tail}`;
  return first.month === last.month ? `${first.date} to ${tail}` : `${first.date} ${first.month} to ${tail}`;
}

/** Formats a period with its preposition: `in March 2026`, `from 9 to 15 March`, `on Tuesday, 10 March`. */
export function whenText(period: Period): string {
  const preposition = { DAILY: 'on', WEEKLY: 'from', MONTHLY: 'in' }[period.frequency];
  return `${preposition} ${periodText(period)}`;
}

/** Returns `the day before`, `the week before` or `the month before`. */
export function beforeText({ frequency }: Period): string {
  return { DAILY: 'the day before', WEEKLY: 'the week before', MONTHLY: 'the month before' }[frequency];
}

/** The code points that a sentence about a cause is cut to. */
export const CAUSE_LENGTH = 400;

/** Returns untrusted text on one line, at most `length` code points, without characters that affect nearby text. */
export function oneLine(text: string, length: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
  const points = [...clean];
  return points.length <= length ? clean : `${points.slice(0, length - 1).join('')}…`;
}

/** Returns the same text as HTML that mail programs do not turn into a link, which a forged referrer could exploit. */
export function inert(text: string, length: number): Html {
  const parts = oneLine(text, length).split(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/u);
  return new Html(parts.map(part => html`${part}`.text).join('<span>.</span>'));
}

function partsOf(day: number): { date: number; month: string; year: string } {
  const text = dateOf(day);
  return { date: Number(text.slice(8)), month: MONTHS[Number(text.slice(5, 7)) - 1] ?? '', year: text.slice(0, 4) };
}
