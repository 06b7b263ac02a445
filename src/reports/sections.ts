import type { StatName } from '../domain/statistics.ts';
import type { Digest } from './digest.ts';
import { type Change, change, changeInPoints, duration, NO_COMPARISON, number, percent } from './words.ts';

/** One of the figures at the top. */
export interface Tile {
  readonly title: string;
  readonly value: string;
  readonly moved: Change;
  readonly isGoodUp: boolean;
}

/** The figures at the top, in the order they are shown. */
export function tiles({ visitors, pageviews, visits, bounces, seconds }: Digest): readonly Tile[] {
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const lasted = {
    now: Math.round(ratio(seconds.now, visits.now)),
    before: Math.round(ratio(seconds.before, visits.before)),
  };
  const bounced = changeInPoints(ratio(bounces.now, visits.now), ratio(bounces.before, visits.before));
  // A rate of no visits at all is no rate that another one could be higher than.
  const isComparable = visits.now > 0 && visits.before > 0;
  return [
    { title: 'Visitors', value: number(visitors.now), moved: change(visitors), isGoodUp: true },
    { title: 'Pageviews', value: number(pageviews.now), moved: change(pageviews), isGoodUp: true },
    {
      title: 'Bounce rate',
      value: percent(bounces.now, visits.now),
      moved: isComparable ? bounced : NO_COMPARISON,
      isGoodUp: false,
    },
    {
      title: 'Time per visit',
      value: duration(lasted.now),
      moved: isComparable ? change(lasted) : NO_COMPARISON,
      isGoodUp: true,
    },
  ];
}

/** What the lists are called and what they count. */
export const LIST_TITLES: Readonly<Partial<Record<StatName, { readonly title: string; readonly thing: string }>>> = {
  page: { title: 'Top pages', thing: 'Pageviews' },
  referrer: { title: 'Where visits came from', thing: 'Visits' },
  country: { title: 'Countries', thing: 'Visitors' },
  campaign: { title: 'Campaigns', thing: 'Visits' },
  event: { title: 'Goals and events', thing: 'Events' },
};

export const NOTHING =
  'Nothing was counted in this time. If there should have been visits, check that the tracking script is still on the website.';

/** Why this mail came. */
export function reason({ website, period }: Digest): string {
  const often = { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month' }[period.frequency];
  return `This report comes ${often}, because somebody asked for it at the statistics of ${website.domain}.`;
}
