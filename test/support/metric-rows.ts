import type { MetricName } from '../../src/domain/metrics.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { attentionOf, engagedOf } from './naive-attention.ts';

/** A visit as the naive recount sees it, with all its hits. */
export interface RecountedVisit {
  readonly day: number;
  readonly visitor: string;
  readonly hour: number;
  /** Values of the first pageview; those of the visitor are from the first visit of the day, the exit page is the last. */
  readonly values: Record<string, string>;
  /** In the order in which they count: that of time, but for those that came late. */
  readonly hits: Hit[];
  lastAt: number;
}

/** The data that a metric is computed from. */
export interface Counted {
  readonly pageviews: readonly Hit[];
  readonly events: readonly Hit[];
  readonly visits: readonly RecountedVisit[];
  /** The first visit of each visitor and day. */
  readonly visitors: readonly RecountedVisit[];
}

interface MetricRow {
  /** The metric's value for the hits of test/flows/metrics.test.ts. */
  readonly expected: number;
  /** Computes the metric from the hits, without the registry; also for random hits. */
  readonly count: (counted: Counted) => number;
}

/** A row per metric; the tests of storing and reading metrics loop over them and fail for a metric without a row. */
export const METRIC_ROWS: Readonly<Record<MetricName, MetricRow>> = {
  visitors: { expected: 2, count: ({ visitors }) => visitors.length },
  visits: { expected: 3, count: ({ visits }) => visits.length },
  pageviews: { expected: 4, count: ({ pageviews }) => pageviews.length },
  pagesPerVisit: { expected: 4 / 3, count: ({ pageviews, visits }) => ratio(pageviews.length, visits.length) },
  events: { expected: 1, count: ({ events }) => events.length },
  bounces: { expected: 2, count: ({ visits }) => visits.filter(isBounce).length },
  seconds: { expected: 150, count: ({ visits }) => total(visits, secondsOf) },
  bounceRate: { expected: 2 / 3, count: ({ visits }) => ratio(visits.filter(isBounce).length, visits.length) },
  visitDuration: { expected: 50, count: ({ visits }) => ratio(total(visits, secondsOf), visits.length) },
  engagedSeconds: { expected: 60, count: ({ visits }) => total(visits, pageSecondsOf) },
  engagedPages: { expected: 1, count: ({ visits }) => total(visits, engagedPagesOf) },
  // Only pages have depths, so that days and visits have none.
  depthPercent: { expected: 0, count: () => 0 },
  depthPages: { expected: 0, count: () => 0 },
  timeOnPage: {
    expected: 60,
    count: ({ visits }) => ratio(total(visits, pageSecondsOf), total(visits, engagedPagesOf)),
  },
  scrollDepth: { expected: 0, count: () => 0 },
};

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function total(visits: readonly RecountedVisit[], of: (visit: RecountedVisit) => number): number {
  return visits.reduce((sum, visit) => sum + of(visit), 0);
}

function isBounce({ hits }: RecountedVisit): boolean {
  return hits.filter(({ kind, interactive }) => kind === 'pageview' || (kind === 'event' && interactive)).length === 1;
}

function pageSecondsOf({ hits }: RecountedVisit): number {
  return [...attentionOf(hits).values()].reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
}

function engagedPagesOf({ hits }: RecountedVisit): number {
  return [...attentionOf(hits).values()].filter(({ seconds }) => seconds !== null).length;
}

/**
 * Returns the length of a visit: the time between its first and its last hit, in whichever order they came, or the
 * engaged seconds if they are more.
 */
function secondsOf({ hits }: RecountedVisit): number {
  const times = hits.filter(({ kind }) => kind !== 'engagement').map(({ time }) => time);
  return Math.max(engagedOf(hits), Math.round((Math.max(...times) - Math.min(...times)) / 1000));
}
