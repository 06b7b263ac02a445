import type { AmountOf } from '../counting/amounts-by.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import { sumOf } from '../counting/vector.ts';
import { findMetric, METRICS, type MetricName, metricValue } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import { sumByUnit } from './amounts.ts';
import { type PeriodSources, readAmountsOverTime } from './amounts-over-time.ts';
import { periodMetrics } from './counts.ts';
import type { PeriodQuery, UnitSum } from './query.ts';

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
  /** The amounts of events by unit, the empty one first, and those of the compared range; null when nothing is compared. */
  readonly amounts: readonly UnitSum[];
  readonly previousAmounts: readonly UnitSum[] | null;
  /** By metric; a ratio with a denominator of 0 is 0. */
  readonly figures: Readonly<Record<MetricName, Figure>>;
}

/** Returns the totals of a range. Visitors are unique per day, so days add up. */
export async function readTotals(sources: PeriodSources, query: PeriodQuery): Promise<Totals> {
  const { reader } = sources;
  const { website, filter, from, to, compare, attention } = query;
  const earlier = await reader.earlier(website, filter, query, compare);
  const read = (range: DayRange) =>
    reader
      .read(website, filter, { rollup: ROLLUP_DAY, by: 'day', ...daysOf(range), metrics: periodMetrics(attention) })
      .then(sumOf);
  const amountsIn = (range: DayRange) => (query.amounts ? readAmountsOverTime(sources, query, range, 'day') : []);
  const [now, before, amounts, amountsBefore] = await Promise.all([
    read(query),
    earlier && read(earlier),
    amountsIn(query),
    earlier && amountsIn(earlier),
  ]);
  // Units are looked up last, when the state of the website is known.
  const together = async (found: readonly AmountOf[]) =>
    (
      await sumByUnit(
        website,
        found.map(amount => ({ ...amount, of: 0 })),
        sources.texts,
      )
    ).get(0) ?? [];
  const figures = Object.fromEntries(
    METRICS.map(metric => [
      metric.name,
      { value: metricValue(metric, now) ?? 0, previous: before && (metricValue(metric, before) ?? 0) },
    ]),
  ) as Record<MetricName, Figure>;
  const [sums, previousAmounts] = await Promise.all([together(amounts), amountsBefore && together(amountsBefore)]);
  return {
    from,
    to,
    earlier,
    timeOnPage: metricValue(findMetric('timeOnPage'), now),
    amounts: sums,
    previousAmounts,
    figures,
  };
}

function daysOf({ from, to }: DayRange): DayRange {
  return { from, to };
}
