import type { AmountOf } from '../counting/amounts-by.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import { type AllSums, sumOf, type Vector } from '../counting/vector.ts';
import { countedFor } from '../domain/change.ts';
import type { Metric } from '../domain/metric.ts';
import { findMetric, METRICS, type MetricName, metricWith, type StoredMetric } from '../domain/metrics.ts';
import type { DayRange } from '../domain/range.ts';
import { sumByUnit } from './amounts.ts';
import { type PeriodSources, readAmountsOverTime } from './amounts-over-time.ts';
import { periodMetrics } from './counts.ts';
import type { ImportedShare, PeriodQuery, Ratios, UnitSum } from './query.ts';
import { ratiosOf, readUnpaired } from './unpaired.ts';

/**
 * The value of a metric, null for a ratio if imports know only one of its metrics, and its value in the compared range;
 * null when nothing is compared, too.
 */
export interface Figure {
  readonly value: number | null;
  readonly previous: number | null;
  /** How many were counted for both, which decides what is noise; null when nothing is compared. */
  readonly counted: number | null;
}

/** By metric; the value of a count is always known. */
type Figures = { readonly [Name in MetricName]: Figure } & {
  readonly [Name in StoredMetric]: { readonly value: number };
};

/** The totals of a range. */
export interface Totals extends DayRange {
  readonly earlier: DayRange | null;
  /** The average engaged seconds of a page in a visit; null when none were sent. */
  readonly timeOnPage: number | null;
  /** The amounts of events by unit, the empty one first, and those of the compared range; null when nothing is compared. */
  readonly amounts: readonly UnitSum[];
  readonly previousAmounts: readonly UnitSum[] | null;
  /** The pageviews that imports have added as sums. */
  readonly imported: number;
  readonly share: ImportedShare;
  /** By metric; a ratio with a denominator of 0 is 0, unless imports know only one of its metrics. */
  readonly figures: Figures;
}

/** Returns the totals of a range. Visitors are unique per day, so days add up. */
export async function readTotals(sources: PeriodSources, query: PeriodQuery): Promise<Totals> {
  const { reader } = sources;
  const { website, filter, from, to, compare, attention } = query;
  const earlier = await reader.earlier(website, filter, query, compare);
  const ofDays = (range: DayRange) =>
    ({ rollup: ROLLUP_DAY, by: 'day', ...daysOf(range), metrics: periodMetrics(attention) }) as const;
  const read = (range: DayRange) => reader.read(website, filter, ofDays(range)).then(sumOf);
  const amountsIn = (range: DayRange) => (query.amounts ? readAmountsOverTime(sources, query, range, 'day') : []);
  const ratiosIn = async (range: DayRange, sums: AllSums) => {
    const unpaired = await readUnpaired(reader, website, filter, ofDays(range));
    return ratiosOf(unpaired, sums, sumOf);
  };
  const [now, before, amounts, amountsBefore] = await Promise.all([
    read(query),
    earlier && read(earlier),
    amountsIn(query),
    earlier && amountsIn(earlier),
  ]);
  const imported = sumOf((filter ? null : await reader.imported(website, ofDays(query))) ?? NOTHING);
  // Units are looked up last, when the state of the website is known.
  const together = async (found: readonly AmountOf[]) =>
    (
      await sumByUnit(
        website,
        found.map(amount => ({ ...amount, of: 0 })),
        sources.texts,
      )
    ).get(0) ?? [];
  const [nowRatios, beforeRatios] = await Promise.all([
    ratiosIn(query, now),
    earlier && before && ratiosIn(earlier, before),
  ]);
  const valueIn = (metric: Metric, sums: AllSums, ratios: Ratios) =>
    metricWith(metric, sums, ratios) ?? (metric.name in ratios ? null : 0);
  const figures = Object.fromEntries(
    METRICS.map(metric => [
      metric.name,
      {
        value: valueIn(metric, now, nowRatios),
        previous: before && beforeRatios && valueIn(metric, before, beforeRatios),
        counted: before && countedFor(metric, now, before),
      },
    ]),
  ) as Figures;
  const [sums, previousAmounts] = await Promise.all([together(amounts), amountsBefore && together(amountsBefore)]);
  return {
    from,
    to,
    earlier,
    timeOnPage: metricWith(findMetric('timeOnPage'), now, nowRatios),
    amounts: sums,
    previousAmounts,
    imported: imported.pageviews,
    share: { imported: addUp(imported), all: addUp(now) },
    figures,
  };
}

const NOTHING: Vector = { metrics: [], ids: [], columns: [] };

function addUp(sums: AllSums): number {
  return Object.values(sums).reduce((sum, count) => sum + count, 0);
}

function daysOf({ from, to }: DayRange): DayRange {
  return { from, to };
}
