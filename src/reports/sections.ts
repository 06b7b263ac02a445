import { dateOf } from '../domain/calendar.ts';
import type { Metric } from '../domain/metric.ts';
import { METRICS, type MetricName } from '../domain/metrics.ts';
import type { Digest, DigestBar, ListName } from './digest.ts';
import { type Change, changeIn, figureText, NO_COMPARISON, weekdayText } from './words.ts';

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

/** Returns the figures at the top: the metrics with a title for mails, in the order of the registry. */
export function tiles({ figures }: Digest): readonly Tile[] {
  return (METRICS as readonly Metric[]).flatMap(metric => {
    if (metric.mailTitle === undefined) return [];
    const figure = figures[metric.name as MetricName];
    // A rate without any visits cannot be compared.
    const whole = 'ratio' in metric ? figures[metric.ratio[1] as MetricName] : null;
    const { now, before } = figure;
    const isComparable = whole === null || ((whole.now ?? 0) > 0 && (whole.before ?? 0) > 0);
    return {
      title: metric.mailTitle,
      value: now === null ? '–' : figureText(metric.unit, now),
      moved: isComparable && now !== null && before !== null ? changeIn(metric.unit, { now, before }) : NO_COMPARISON,
      good: metric.good,
    };
  });
}

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
