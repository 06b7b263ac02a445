import type { Metric } from '../domain/statistic.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { Vector } from './vector.ts';

/** All sums of something, none of them unknown. */
export type AllSums = Record<Metric, number>;

/** Numbers of the rollups by day and by hour of day. */
export const ROLLUP_DAY = rollupOf('pageviews');
export const ROLLUP_HOUR = rollupOf('pageviews_hours');

export function noSums(): AllSums {
  return { pageviews: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0, events: 0 };
}

/** Adds one position of a vector to `sums`. */
export function addAt(sums: AllSums, vector: Vector, at: number): void {
  vector.metrics.forEach((metric, column) => {
    sums[metric] += vector.columns[column]?.[at] ?? 0;
  });
}

/** Everything in a vector together. */
export function sumOf(vector: Vector): AllSums {
  const sums = noSums();
  vector.ids.forEach((_, at) => {
    addAt(sums, vector, at);
  });
  return sums;
}

/** The part of visits that saw one page and did nothing, 0 to 1; 0 without visits. */
export function bounceRateOf({ bounces, visits }: Pick<AllSums, 'bounces' | 'visits'>): number {
  return visits === 0 ? 0 : bounces / visits;
}

/** Seconds a visit took on average; 0 without visits. */
export function visitDurationOf({ seconds, visits }: Pick<AllSums, 'seconds' | 'visits'>): number {
  return visits === 0 ? 0 : seconds / visits;
}

/** How much a number has grown, 0.5 for half as much again; null when it grew from nothing, or nothing is compared. */
export function changeOf(value: number, previous: number | null): number | null {
  return previous === null || previous === 0 ? null : (value - previous) / previous;
}

function rollupOf(name: string): number {
  const statistic = findStatistic(name);
  if (!statistic) throw new Error(`The registry has no statistic named ${name}, and reading depends on it.`);
  return statistic.rollup;
}
