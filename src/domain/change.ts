import type { Metric } from './metric.ts';
import type { StoredMetric } from './metrics.ts';

/** Smaller relative changes are noise, however much was counted. */
const LEAST = 0.05;

/**
 * Returns the relative change, such as 0.5 for an increase of 50 %; null without a comparison, from 0, and from or to an
 * amount below 0, of which no part is left.
 */
export function changeOf(value: number, previous: number | null): number | null {
  return previous !== null && previous > 0 && value >= 0 ? (value - previous) / previous : null;
}

/** From this ratio on, an increase is written as the ratio: `10×`, not 900 %. */
const FACTOR_FROM = 10;

/**
 * Returns what pages and mails write of a relative change, without its direction: how many times the value before it is
 * now, or a share in whole percent.
 */
export function sizeOf(change: number): { readonly size: number; readonly isFactor: boolean } {
  const isFactor = change >= FACTOR_FROM - 1;
  return { size: isFactor ? Math.round(change + 1) : Math.round(100 * Math.abs(change)) / 100, isFactor };
}

/**
 * Returns whether a change is no larger than chance alone makes it: below 5 %, or below 2·√n of n that were counted. A
 * value that is not a count itself changes by chance like what it was computed from, of which `counted` were there.
 */
export function isNoise(value: number, previous: number, counted: number = Math.max(value, previous)): boolean {
  const difference = Math.abs(value - previous);
  const [size, before] = [Math.max(Math.abs(value), Math.abs(previous)), Math.abs(previous)];
  return difference < LEAST * before || difference < (2 / Math.sqrt(counted)) * size;
}

type Counts = Readonly<Partial<Record<StoredMetric, number | null>>>;

/** Returns how many were counted for a metric, in that of two ranges in which these were fewer for a ratio. */
export function countedFor(metric: Metric, now: Counts, before: Counts): number {
  if ('stored' in metric) {
    const name = metric.name as StoredMetric;
    return Math.max(now[name] ?? 0, before[name] ?? 0);
  }
  // A share is as uncertain as its part, a mean as the number of its values.
  const of = metric.ratio[metric.unit === 'share' ? 0 : 1] as StoredMetric;
  return Math.min(now[of] ?? 0, before[of] ?? 0);
}
