import type { Counting } from '../domain/metric.ts';
import { countingOf, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { isOfVisits, type Scope, type Statistic } from '../domain/statistic.ts';
import { DIMENSIONS, findStatistic } from '../domain/statistics.ts';

/** What counts in the rows of a rollup. The fold, filters, `verify` and `rebuild` all use these definitions. */
export interface CountedRollup {
  readonly rollup: number;
  /**
   * The column of `visit` or `hit` that determines the row; null when each day has one row, undefined when no column
   * stores the value.
   */
  readonly column: string | null | undefined;
  /** The metrics that a visit adds to its row, including those for its hits. */
  readonly ofVisit: readonly StoredMetric[];
  /** The metrics that a hit adds to its own row. */
  readonly ofHit: readonly StoredMetric[];
  /** A visitor counts once a day: with the first visit of the day, or in each row with the first visit in that row. */
  readonly visitorOnceIn: 'day' | 'row';
  /** True when the empty value has no row. */
  readonly skipEmpty: boolean;
  /** True when only requests of crawlers count, which are not stored: such a rollup cannot be recounted. */
  readonly ofCrawlers: boolean;
}

/** Sums of one rollup over a range of days (since 1970-01-01, inclusive), by value, by day, or by `day * 24 + hour`. */
export interface RollupQuery {
  readonly rollup: number;
  readonly by: 'value' | 'day' | 'hour';
  readonly from: number;
  readonly to: number;
  readonly metrics: readonly StoredMetric[];
}

/** The numbers of the rollups by day, with one row, and by hour of day, with rows 0 to 23. */
export const ROLLUP_DAY = rollupOf('pageviews');
export const ROLLUP_HOUR = rollupOf('pageviews_hours');
export const ROLLUP_PAGE = rollupOf('page');
export const ROLLUP_HOST = rollupOf('host');
export const ROLLUP_EVENT = rollupOf('event');

const OF_HITS = STORED_METRICS.filter(metric => countingOf(metric).by === 'hit');
const OF_VISITS = STORED_METRICS.filter(metric => ['visit', 'visitor'].includes(countingOf(metric).by));
const OF_PAGES = STORED_METRICS.filter(metric => countingOf(metric).by === 'page');
/** A day and an hour have the engaged seconds of their visits; a depth is that of a page. */
const ENGAGED = OF_PAGES.filter(metric => attentionOf(metric)?.attention === 'seconds');

/** The metrics of the rows of visits and visitors. */
const OF_ALL = STORED_METRICS.filter(metric => !OF_PAGES.includes(metric));

/** The metric that counts pageviews, and the one that counts events. */
export const PAGEVIEWS = metricOfHits('pageview');
export const EVENTS = metricOfHits('event');

/** Every rollup, by its number. A visit counts in the hour in which it began, each of its hits in its own hour. */
export const COUNTED_ROLLUPS: ReadonlyMap<number, CountedRollup> = new Map(
  [
    { rollup: ROLLUP_DAY, column: null, ...countedBy('day'), skipEmpty: false, ofCrawlers: false },
    { rollup: ROLLUP_HOUR, column: 'hour', ...countedBy('hour'), skipEmpty: false, ofCrawlers: false },
    ...(DIMENSIONS as readonly Statistic[]).map(({ name, rollup, column, scope, metric, skipEmpty }) => ({
      rollup,
      column,
      ...countedBy(scope),
      ...(name === 'page' ? { ofHit: [PAGEVIEWS, ...OF_PAGES] } : {}),
      // Without a column, later hits cannot be matched to the value, so only the count is stored.
      ...(column === undefined && isOfVisits(scope) ? { ofVisit: [metric] } : {}),
      skipEmpty: skipEmpty === true,
      ofCrawlers: scope === 'crawler',
    })),
  ].map(counted => [counted.rollup, counted]),
);

/** Returns the rollup with that number. Throws for a number that no statistic has. */
export function countedRollup(rollup: number): CountedRollup {
  const counted = COUNTED_ROLLUPS.get(rollup);
  if (!counted) throw new Error(`No statistic has the rollup ${rollup}.`);
  return counted;
}

function countedBy(scope: Scope): Pick<CountedRollup, 'ofVisit' | 'ofHit' | 'visitorOnceIn'> {
  switch (scope) {
    case 'day':
    case 'hour':
      return { ofVisit: [...OF_VISITS, ...ENGAGED], ofHit: OF_HITS, visitorOnceIn: 'day' };
    case 'pageview':
    case 'crawler':
      return { ofVisit: [], ofHit: [PAGEVIEWS], visitorOnceIn: 'day' };
    case 'event':
      return { ofVisit: [], ofHit: [EVENTS], visitorOnceIn: 'day' };
    case 'visit':
      return { ofVisit: OF_ALL, ofHit: [], visitorOnceIn: 'row' };
    case 'visitor':
      // All visits of a visitor's day have the same value.
      return { ofVisit: OF_ALL, ofHit: [], visitorOnceIn: 'day' };
  }
}

/** Returns the rule of a metric that counts pages with attention; null for any other. */
export function attentionOf(metric: StoredMetric): (Counting & { readonly by: 'page' }) | null {
  const counting = countingOf(metric);
  return counting.by === 'page' ? counting : null;
}

function metricOfHits(kind: 'pageview' | 'event'): StoredMetric {
  const found = OF_HITS.find(metric => {
    const counting = countingOf(metric);
    return counting.by === 'hit' && counting.kind === kind;
  });
  if (!found) throw new Error(`The registry has no metric that counts hits of the kind ${kind}.`);
  return found;
}

/** Returns the rollup number of the statistic with this name, which must exist. */
export function rollupOf(name: string): number {
  const statistic = findStatistic(name);
  if (!statistic) throw new Error(`The registry has no statistic named ${name}.`);
  return statistic.rollup;
}

/**
 * The changes of a fold to one rollup row, by the number of each stored metric; a bounce that became a longer visit
 * adds -1.
 */
export type Sums = number[];

const NONE: Sums = STORED_METRICS.map(() => 0);

/** Sums of one day, by rollup number and by value id (which can be negative). */
export type DaySums = Map<number, Sums>[];

/** Returns the row of a rollup's value; creates it with zeros if it is missing. */
export function sumsAt(sums: DaySums, rollup: number, value: number): Sums {
  let rows = sums[rollup];
  if (!rows) {
    rows = new Map();
    sums[rollup] = rows;
  }
  let row = rows.get(value);
  if (!row) {
    row = NONE.slice();
    rows.set(value, row);
  }
  return row;
}
