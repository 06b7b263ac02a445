import { dateOf } from '../domain/calendar.ts';
import type { Metric } from '../domain/metric.ts';
import type { MetricName } from '../domain/metrics.ts';
import type { Digest, DigestBar, ListName } from './digest.ts';
import { movedIn, SHOWN } from './figures.ts';
import { beforeText, type Change, changeIn, dayText, figureText, NO_COMPARISON, weekdayText } from './words.ts';

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
export function tiles({ figures }: Digest): readonly Tile[] {
  return SHOWN.map(metric => {
    const { now } = figures[metric.name as MetricName];
    const compared = movedIn(metric, figures);
    return {
      title: metric.mailTitle ?? metric.label,
      value: now === null ? '–' : figureText(metric.unit, now),
      moved: compared ? changeIn(metric.unit, compared) : NO_COMPARISON,
      good: metric.good,
    };
  });
}

/** Returns what the numbers are compared with: `compared with the week before`, empty before the first hit. */
export function comparison({ before, firstDay, period }: Digest): string {
  if (before !== null) return `compared with ${beforeText(period)}`;
  return firstDay === null ? '' : `not compared: the statistics begin on ${dayText(firstDay, true)}`;
}

/** Returns true if a change can be marked as noise. */
export function hasNoise(digest: Digest): boolean {
  return digest.before !== null && !isEmpty(digest);
}

export const NOISE = 'Noise is a change below 5%, or one no larger than chance makes it.';

/** The titles of the lists and the unit of their counts. */
export const LIST_TITLES: Readonly<Record<ListName, { readonly title: string; readonly thing: string }>> = {
  page: { title: 'Top pages', thing: 'Pageviews' },
  referrer: { title: 'Referrers', thing: 'Visits' },
  country: { title: 'Countries', thing: 'Visitors' },
  campaign: { title: 'Campaigns', thing: 'Visits' },
  goals: { title: 'Goals', thing: 'Conversions' },
  event: { title: 'Events', thing: 'Count' },
};

/** Returns the title of the chart. */
export function chartTitle({ period, bars }: Digest): string {
  return period.from === period.to
    ? 'Visitors by hour of their first visit'
    : bars.length > 7
      ? 'Visitors by day of the month'
      : 'Visitors by day';
}

/** Returns the name of a bar: `08:00` for an hour, `Mon 9` for a day. */
export function barName({ at }: DigestBar, isHour: boolean): string {
  return isHour ? `${String(at).padStart(2, '0')}:00` : `${weekdayText(at)} ${Number(dateOf(at).slice(8))}`;
}

/** Returns true when neither pageviews nor events were counted. */
export function isEmpty({ figures }: Digest): boolean {
  return figures.pageviews.now + figures.events.now === 0;
}

export const NOTHING =
  'Nothing was counted in this period. If you expected visits, check that the tracking script is still on the website.';

/** Returns the sentence that explains why the recipient gets this mail. */
export function reason({ website, period }: Digest): string {
  const often = { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month' }[period.frequency];
  return `You get this report ${often} because you are a report recipient of ${website.domain}.`;
}
