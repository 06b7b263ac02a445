import { hostLabel } from '../domain/host-label.ts';
import type { Metric } from '../domain/metric.ts';
import { type Change, changeIn, NO_COMPARISON } from './changes.ts';
import type { Digest, DigestBar } from './digest.ts';
import { movedIn, SHOWN } from './figures.ts';
import type { Words } from './words.ts';

/** The URLs of the links in a report. */
export interface Links {
  readonly statistics: string;
  readonly unsubscribe: string;
}

/** A figure at the top of a report. */
export interface Tile {
  readonly title: string;
  readonly value: string;
  readonly moved: Change;
  readonly good: Metric['good'];
}

/** Returns the figures at the top. */
export function tiles(words: Words, { figures }: Digest): readonly Tile[] {
  return SHOWN.map(metric => {
    const { now } = figures[metric.name];
    const compared = movedIn(metric, figures);
    return {
      title: words.t(`metric.${metric.name}`),
      value: now === null ? '–' : words.figure(metric.unit, now),
      moved: compared ? changeIn(words, metric.unit, compared) : NO_COMPARISON,
      good: metric.good,
    };
  });
}

/**
 * Returns what the numbers are compared with: `compared with the week before`, of a month the days; or the same as a
 * sentence. It is empty before the first hit.
 */
export function comparison(words: Words, { before, firstDay, period: { frequency } }: Digest, isSentence = false) {
  const { t } = words;
  if (before !== null) {
    const values = { frequency, days: words.range(before, true) };
    return t(isSentence ? 'report.comparedSentence' : 'report.compared', values);
  }
  if (firstDay === null) return '';
  return t(isSentence ? 'report.notComparedSentence' : 'report.notCompared', { day: words.day(firstDay, true) });
}

/** Returns true if a change can be marked as noise. */
export function hasNoise(digest: Digest): boolean {
  return digest.before !== null && !isEmpty(digest);
}

/** Returns the title of the chart. */
export function chartTitle({ t }: Words, { period, bars }: Digest): string {
  if (period.from === period.to) return t('report.chart.hours');
  return t(bars.length > 7 ? 'report.chart.month' : 'report.chart.days');
}

/** Returns the name of a bar: `8:00 AM` for an hour, `Mon 9` for a day. */
export function barName(words: Words, { at }: DigestBar, isHour: boolean): string {
  return isHour ? words.timeOfDay(at) : words.weekday(at);
}

/** Returns true when neither pageviews nor events were counted. */
export function isEmpty({ figures }: Digest): boolean {
  return figures.pageviews.now + figures.events.now === 0;
}

/** Returns why the recipient gets this mail, and in which time zone its days are. */
export function reason({ t }: Words, { website: { domain, timezone }, period: { frequency } }: Digest): string {
  return t('report.reason', { domain: hostLabel(domain), timezone, frequency });
}
