import { isOfVisits } from '../domain/statistic.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Basis, PeriodQuery, StatsQuery, TimeseriesQuery } from './query.ts';

/** Returns the basis of an answer whose counts need single visits only with a filter. */
export function basisOf({ filter }: Partial<Pick<PeriodQuery, 'filter'>>, hasAmountsOfHits = false): Basis {
  if (filter) return 'HITS';
  return hasAmountsOfHits ? 'MIXED' : 'ROLLUP';
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
