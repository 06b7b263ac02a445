import { DAY, dateOf } from '../domain/calendar.ts';
import { hostTitle } from '../domain/host-label.ts';
import { hourWriter } from '../domain/hour.ts';
import { Html, html } from '../domain/html.ts';
import type { Language } from '../domain/languages.ts';
import type { Unit } from '../domain/metric.ts';
import type { DayRange } from '../domain/range.ts';
import type { Period } from '../domain/report.ts';
import { shareWriter } from '../domain/share.ts';
import { findStatistic } from '../domain/statistics.ts';
import { serverTranslator } from '../messages/catalogues.ts';
import { labelsIn } from '../messages/label.ts';
import { localeOf } from '../messages/locale.ts';
import type { Translate } from '../messages/translator.ts';
import type { Website } from '../websites/website.ts';

type Shown = Intl.DateTimeFormatOptions;

/** The code points that a sentence about a cause is cut to. */
export const CAUSE_LENGTH = 400;

/** Writes texts, numbers and dates of mails in one language; days count since 1970-01-01. */
export class Words {
  readonly language: Language;
  readonly t: Translate;
  /** Formats a share, from 0 to 1, as on the page. */
  readonly percent: (share: number) => string;
  /** Formats an hour of the day, from 0 to 23, as on the page: `2:00 PM`. */
  readonly timeOfDay: (hour: number) => string;
  readonly #percent: Intl.NumberFormat;
  readonly #locale: string;
  readonly #whole: Intl.NumberFormat;
  readonly #tenths: Intl.NumberFormat;
  readonly #labels: ReturnType<typeof labelsIn>;

  constructor(language: Language) {
    this.language = language;
    this.t = serverTranslator(language);
    this.#locale = localeOf(language);
    this.timeOfDay = hourWriter(this.#locale);
    this.percent = shareWriter(this.#locale);
    this.#percent = new Intl.NumberFormat(this.#locale, { style: 'percent', maximumFractionDigits: 0 });
    this.#whole = new Intl.NumberFormat(this.#locale);
    this.#tenths = new Intl.NumberFormat(this.#locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#labels = labelsIn(this.t, this.#locale);
  }

  /** Formats a count as `1,204,113`. */
  number(count: number): string {
    return this.#whole.format(count);
  }

  /** Formats a relative change, from 0 to 1, as `7%`. */
  wholePercent(share: number): string {
    return this.#percent.format(share);
  }

  /** Formats seconds as `48 s`, `1 min 32 s` or `2 h 5 min`. */
  duration(total: number): string {
    const whole = Math.round(total);
    if (whole < 60) return this.t('mail.seconds', { seconds: whole });
    const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
    if (minutes >= 60) {
      const [hours, more] = [this.number(Math.floor(minutes / 60)), minutes % 60];
      return more === 0 ? this.t('mail.hours', { hours }) : this.t('mail.hoursAndMinutes', { hours, minutes: more });
    }
    return seconds === 0 ? this.t('mail.minutes', { minutes }) : this.t('mail.minutesAndSeconds', { minutes, seconds });
  }

  /** Formats the value of a metric: `1,204`, `42%`, `1 min 32 s`, `2.4`. */
  figure(unit: Unit, value: number): string {
    if (unit === 'share') return this.percent(value);
    if (unit === 'seconds') return this.duration(value);
    return unit === 'ratio' ? this.#tenths.format(value) : this.number(value);
  }

  /** Formats a day as `Tuesday, March 10`, with the year if `year` is true. */
  day(day: number, year = false): string {
    const date = this.#date(day, { day: 'numeric', month: 'long', ...(year && { year: 'numeric' }) });
    return this.t('mail.day', { weekday: this.#date(day, { weekday: 'long' }), date });
  }

  /** Formats a day of a week as `Mon 9`. */
  weekday(day: number): string {
    return this.t('mail.weekday', {
      weekday: this.#date(day, { weekday: 'short' }),
      day: dayOfMonth(dateOf(day)),
    });
  }

  /** Formats an hour, in days times 24, as `Tuesday, March 10 at 2:00 PM`. */
  hour(slot: number): string {
    return this.t('mail.hour', { day: this.day(Math.floor(slot / 24)), time: this.timeOfDay(slot % 24) });
  }

  /** Formats a period: `March 9 to 15`, `March 30 to April 5`, `Tuesday, March 10`, `March 2026`; `year` adds years. */
  period({ frequency, from, to }: Period, year = false): string {
    if (frequency === 'MONTHLY') return this.#date(from, { month: 'long', year: 'numeric' });
    return from === to ? this.day(from, year) : this.range({ from, to }, year);
  }

  /** Formats several days: `March 9 to 15`, `August 27 to September 26`; `year` adds years. */
  range({ from, to }: DayRange, year = false): string {
    const [begins, ends] = [dateOf(from), dateOf(to)];
    if (begins.slice(0, 7) === ends.slice(0, 7)) {
      // A Chinese month in full is not written as a number, unlike in dates.
      const shown = this.language === 'zh' ? 'short' : 'long';
      const month = this.#date(to, { month: shown });
      const [firstDay, lastDay] = [dayOfMonth(begins), dayOfMonth(ends)];
      if (year) return this.t('mail.rangeInMonthOfYear', { firstDay, lastDay, month, year: ends.slice(0, 4) });
      return this.t('mail.rangeInMonth', { firstDay, lastDay, month });
    }
    const isOneYear = begins.slice(0, 4) === ends.slice(0, 4);
    const shown: Shown = { day: 'numeric', month: 'long', ...(year && !isOneYear && { year: 'numeric' }) };
    const [first, last] = [this.#date(from, shown), this.#date(to, shown)];
    if (year && isOneYear) return this.t('mail.rangeOfYear', { first, last, year: ends.slice(0, 4) });
    return this.t('mail.range', { first, last });
  }

  /** Returns the label of a value of a statistic in the language; names that people gave stay as they are. */
  label(name: string, labelled: { readonly value: string; readonly label: string }): string {
    const statistic = findStatistic(name);
    if (!statistic) return labelled.label;
    // Mails have no pointer to show it at: letters of other scripts can look like a trusted name.
    const isHost = ['host', 'referrer', 'source'].includes(statistic.labels);
    return isHost && labelled.value.includes('xn--') ? hostTitle(labelled.value) : this.#labels(statistic, labelled);
  }

  #date(day: number, options: Shown): string {
    return new Intl.DateTimeFormat(this.#locale, { ...options, timeZone: 'UTC' }).format(day * DAY);
  }
}

const made = new Map<Language, Words>();

/** Returns what writes in a language. */
export function wordsIn(language: Language): Words {
  const known = made.get(language) ?? new Words(language);
  made.set(language, known);
  return known;
}

/** Returns what writes in the language of a website's mails. */
export function wordsOf({ language }: Pick<Website, 'language'>): Words {
  return wordsIn(language.toLowerCase() as Lowercase<Website['language']>);
}

/** Returns the day of the month of a date such as `2026-03-09`, as `9`. */
function dayOfMonth(date: string): string {
  return String(Number(date.slice(8)));
}

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
