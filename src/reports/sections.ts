import { METRICS, type Metric, type MetricName } from '../domain/metrics.ts';
import type { Digest, DigestList } from './digest.ts';
import { type Change, changeIn, figureText, NO_COMPARISON } from './words.ts';

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
    const isComparable = whole === null || (whole.now > 0 && whole.before > 0);
    return {
      title: metric.mailTitle,
      value: figureText(metric.unit, figure.now),
      moved: isComparable ? changeIn(metric.unit, figure) : NO_COMPARISON,
      good: metric.good,
    };
  });
}

/** The titles of the lists and the unit of their counts. */
export const LIST_TITLES: Readonly<
  Partial<Record<DigestList['name'], { readonly title: string; readonly thing: string }>>
> = {
  page: { title: 'Top pages', thing: 'Pageviews' },
  referrer: { title: 'Referrers', thing: 'Visits' },
  country: { title: 'Countries', thing: 'Visitors' },
  campaign: { title: 'Campaigns', thing: 'Visits' },
  goals: { title: 'Goals', thing: 'Conversions' },
  event: { title: 'Events', thing: 'Count' },
};

/** Returns the goals as a list; the share of a goal is the share of all visits that reached it. */
function goalList({ goals, figures: { visits } }: Digest): DigestList | null {
  if (goals.length === 0) return null;
  const rows = goals.map(({ name, conversions }) => ({
    label: name,
    count: conversions.now,
    before: conversions.before,
    share: visits.now === 0 ? 0 : conversions.now / visits.now,
  }));
  return { name: 'goals', rows: rows.slice(0, MOST_GOALS), more: Math.max(0, rows.length - MOST_GOALS) };
}

/** Returns all lists with rows, in the order of the report. */
export function listsOf(digest: Digest): readonly DigestList[] {
  const goals = goalList(digest);
  const lists = digest.lists.flatMap(list => (list.name === 'event' && goals ? [goals, list] : [list]));
  return lists.filter(({ rows }) => rows.length > 0);
}

const MOST_GOALS = 10;

export const NOTHING =
  'Nothing was counted in this period. If you expected visits, check that the tracking script is still on the website.';

/** Returns the sentence that explains why the recipient gets this mail. */
export function reason({ website, period }: Digest): string {
  const often = { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month' }[period.frequency];
  return `You get this report ${often} because you are a report recipient of ${website.domain}.`;
}
