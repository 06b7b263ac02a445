import type { Hit } from '../../src/domain/hit.ts';
import type { MetricName } from '../../src/domain/metrics.ts';

/** A visit as the naive recount sees it, with everything that belongs to it. */
export interface RecountedVisit {
  readonly day: number;
  readonly visitor: string;
  readonly hour: number;
  /** Of the first pageview; what is the visitor's own is of the first visit of the day. */
  readonly values: Readonly<Record<string, string>>;
  readonly hits: Hit[];
  lastAt: number;
}

/** What a metric is worked out from. */
export interface Counted {
  readonly pageviews: readonly Hit[];
  readonly events: readonly Hit[];
  readonly visits: readonly RecountedVisit[];
  /** The first visit of each visitor and day. */
  readonly visitors: readonly RecountedVisit[];
}

interface MetricRow {
  /** Its value for the hits of test/flows/metrics.test.ts. */
  readonly expected: number;
  /** The same off the hits themselves, without the registry; for random hits too. */
  readonly count: (counted: Counted) => number;
}

/** A row for every metric: tests of everything that stores and reads metrics loop over these, and one without a row fails. */
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
};

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function total(visits: readonly RecountedVisit[], of: (visit: RecountedVisit) => number): number {
  return visits.reduce((sum, visit) => sum + of(visit), 0);
}

function isBounce({ hits }: RecountedVisit): boolean {
  return hits.filter(({ kind }) => kind !== 'engagement').length === 1;
}

/** Between pageviews and events the clock tells how long a visit was; visible seconds may be more. */
function secondsOf({ hits }: RecountedVisit): number {
  const started = (hits[0] as Hit).time;
  const spans = hits.filter(({ kind }) => kind !== 'engagement').map(({ time }) => Math.round((time - started) / 1000));
  return Math.max(engagedOf({ hits }), ...spans);
}

function engagedOf({ hits }: Pick<RecountedVisit, 'hits'>): number {
  return hits.reduce((sum, { seconds }) => sum + seconds, 0);
}
