import { ROLLUP_DAY } from '../counting/rollups.ts';
import { sumOf } from '../counting/vector.ts';
import { findMetric, METRICS, type MetricName, metricValue } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import { periodMetrics } from './counts.ts';
import type { PeriodQuery } from './query.ts';
import type { SumReader } from './sum-reader.ts';

/** The value of a metric, and its value in the compared range; null when nothing is compared. */
export interface Figure {
  readonly value: number;
  readonly previous: number | null;
}

/** The totals of a range. */
export interface Totals extends DayRange {
  readonly earlier: DayRange | null;
  /** The average engaged seconds of a page in a visit; null when none were sent. */
  readonly timeOnPage: number | null;
  /** By metric; a ratio with a denominator of 0 is 0. */
  readonly figures: Readonly<Record<MetricName, Figure>>;
}

/** Returns the totals of a range. Visitors are unique per day, so days add up. */
export async function readTotals(reader: SumReader, query: PeriodQuery): Promise<Totals> {
  const { website, filter, from, to, compare, attention } = query;
  const earlier = await reader.earlier(website, filter, query, compare);
  const read = (range: DayRange) =>
    reader
      .read(website, filter, { rollup: ROLLUP_DAY, by: 'day', ...daysOf(range), metrics: periodMetrics(attention) })
      .then(sumOf);
  const [now, before] = await Promise.all([read(query), earlier && read(earlier)]);
  const figures = Object.fromEntries(
    METRICS.map(metric => [
      metric.name,
      { value: metricValue(metric, now) ?? 0, previous: before && (metricValue(metric, before) ?? 0) },
    ]),
  ) as Record<MetricName, Figure>;
  return { from, to, earlier, timeOnPage: metricValue(findMetric('timeOnPage'), now), figures };
}

function daysOf({ from, to }: DayRange): DayRange {
  return { from, to };
}
