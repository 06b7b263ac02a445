import { isOfVisits } from '../domain/statistic.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Basis, PeriodQuery, StatsQuery, TimeseriesQuery } from './query.ts';

/** Returns the basis of an answer whose counts need single visits only with a filter. */
export function basisOf({ filter }: Partial<Pick<PeriodQuery, 'filter'>>, hasAmountsOfHits = false): Basis {
  if (filter) return 'HITS';
  return hasAmountsOfHits ? 'MIXED' : 'ROLLUP';
}

/** Whether amounts of an answer come from hits, as far back as these are stored: with a filter, or by themselves. */
export function hasAmountsOfHits(query: Parameters<typeof basisOf>[0], hasByThemselves = false): boolean {
  return basisOf(query, hasByThemselves) !== 'ROLLUP';
}

/** Returns the basis of an answer that has such a part of imported sums. */
export function basisWith(basis: Basis, imported: number, all: number): Basis {
  if (imported === 0 || basis === 'HITS') return basis;
  return basis === 'ROLLUP' && imported === all ? 'IMPORTED' : 'MIXED';
}

/** Whether the amounts of rows are counted from hits: sums are stored by event and day only. */
export function rowsHaveAmountsOfHits({ amounts, name, property }: StatsQuery): boolean {
  if (amounts !== true) return false;
  if (property) return property.event !== null;
  return isOfVisits(findStatistic(name)?.scope ?? 'event');
}

/** Whether the amounts of points are counted from hits. */
export function pointsHaveAmountsOfHits({ amounts, interval }: TimeseriesQuery): boolean {
  return amounts === true && interval === 'HOUR';
}
