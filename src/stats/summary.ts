import type { AmountOf } from '../counting/amounts-by.ts';
import { ROLLUP_DAY } from '../counting/rollups.ts';
import { type AllSums, sumOf, type Vector } from '../counting/vector.ts';
import { countedFor } from '../domain/change.ts';
import type { Metric } from '../domain/metric.ts';
import { findMetric, METRICS, type MetricName, metricWith, type StoredMetric } from '../domain/metrics.ts';
import type { DayRange, Part } from '../domain/range.ts';
import { sumByUnit } from './amounts.ts';
import { type PeriodSources, readAmountsOfHours, readAmountsOverTime } from './amounts-over-time.ts';
import { periodMetrics } from './counts.ts';
import { readPart } from './parts.ts';
import type { ImportedShare, PeriodQuery, Ratios, UnitSum } from './query.ts';
import { lacksAmounts, ratiosOf, readUnpaired } from './unpaired.ts';

/**
 * The value of a metric, null for a ratio if imports know only one of its metrics, and its value in the compared range;
 * null when nothing is compared, too.
 */
export interface Figure {
  readonly value: number | null;
  readonly previous: number | null;
  /** The part of the value that is compared: the whole value unless the range is still running. */
  readonly compared: number | null;
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
  /**
   * The amounts of events by unit, the empty one first, and those of the compared range; these are null when nothing is
   * compared, or when one of the ranges has only sums of imports, which have no amounts.
   */
  readonly amounts: readonly UnitSum[];
  readonly previousAmounts: readonly UnitSum[] | null;
  /** The part of the amounts that is compared. */
  readonly comparedAmounts: readonly UnitSum[] | null;
  /** Up to which hour of which day a running range is compared; null for a range that is over. */
  readonly comparedUntil: Part['hours'];
  /** The pageviews that imports have added as sums. */
  readonly imported: number;
  readonly share: ImportedShare;
  /** By metric; a ratio with a denominator of 0 is 0, unless imports know only one of its metrics. */
  readonly figures: Figures;
}

/** Returns the totals of a range. Visitors are unique per day, so days add up. */
export async function readTotals(sources: PeriodSources, query: PeriodQuery): Promise<Totals> {
  const { reader } = sources;
  const { website, filter, from, to, compare, running, attention } = query;
  const found = await reader.earlier(website, filter, query, compare);
  const parts = found && running ? await reader.parts(website, query, found, running) : null;
  const earlier = running && !parts ? null : found;
  const ofDays = (range: DayRange) =>
    ({ rollup: ROLLUP_DAY, by: 'day', ...daysOf(range), metrics: periodMetrics(attention) }) as const;
  const read = (range: DayRange) => reader.read(website, filter, ofDays(range)).then(sumOf);
  const readOf = (part: Part) =>
    readPart(
      part,
      filter,
      (matching, range) => reader.read(website, matching, ofDays(range)),
      hours => reader.strays.read(website, hours, ofDays(query)),
    ).then(sumOf);
  const amountsIn = (range: DayRange) =>
    query.amounts ? readAmountsOverTime(sources, { website, filter }, range, 'day') : [];
  const amountsOf = async ({ days, hours }: Part) => [
    ...(days ? await amountsIn(days) : []),
    ...(hours && query.amounts ? await readAmountsOfHours(sources, { website, filter }, hours) : []),
  ];
  const ratiosIn = async (range: DayRange | null, sums: AllSums): Promise<Ratios> => {
    if (!range) return {};
    const unpaired = await readUnpaired(reader, website, filter, ofDays(range));
    return ratiosOf(unpaired, sums, sumOf);
  };
  const [now, before, over, amounts, amountsBefore, amountsOver] = await Promise.all([
    read(query),
    earlier && (parts ? readOf(parts.before) : read(earlier)),
    parts && readOf(parts.now),
    amountsIn(query),
    earlier && (parts ? amountsOf(parts.before) : amountsIn(earlier)),
    parts && amountsOf(parts.now),
  ]);
  const importedIn = (range: DayRange | null) => (filter || !range ? null : reader.imported(website, ofDays(range)));
  const lacks = async (range: DayRange | null, all: AllSums) => lacksAmounts(await importedIn(range), all);
  const imported = sumOf((await importedIn(query)) ?? NOTHING);
  // Units are looked up last, when the state of the website is known.
  const together = async (found: readonly AmountOf[]) =>
    (
      await sumByUnit(
        website,
        found.map(amount => ({ ...amount, of: 0 })),
        sources.texts,
      )
    ).get(0) ?? [];
  const [nowRatios, beforeRatios, overRatios] = await Promise.all([
    ratiosIn(query, now),
    earlier && before && ratiosIn(parts ? parts.before.days : earlier, before),
    parts && over && ratiosIn(parts.now.days, over),
  ]);
  const valueIn = (metric: Metric, sums: AllSums, ratios: Ratios) =>
    metricWith(metric, sums, ratios) ?? (metric.name in ratios ? null : 0);
  const figures = Object.fromEntries(
    METRICS.map(metric => [
      metric.name,
      {
        value: valueIn(metric, now, nowRatios),
        previous: before && beforeRatios && valueIn(metric, before, beforeRatios),
        compared: before && valueIn(metric, over ?? now, overRatios ?? nowRatios),
        counted: before && countedFor(metric, over ?? now, before),
      },
    ]),
  ) as Figures;
  const isMoneyCompared =
    query.amounts === true &&
    before !== null &&
    !(await lacks(parts ? parts.before.days : earlier, before)) &&
    !(await lacks(parts ? parts.now.days : query, over ?? now));
  const [sums, previousAmounts, comparedAmounts] = await Promise.all([
    together(amounts),
    isMoneyCompared ? together(amountsBefore ?? []) : null,
    amountsOver && together(amountsOver),
  ]);
  return {
    from,
    to,
    earlier: earlier && {
      from: earlier.from,
      to: parts ? (parts.before.hours?.day ?? parts.before.days?.to ?? earlier.to) : earlier.to,
    },
    timeOnPage: metricWith(findMetric('timeOnPage'), now, nowRatios),
    amounts: sums,
    previousAmounts,
    comparedAmounts: previousAmounts && (comparedAmounts ?? sums),
    comparedUntil: parts && (parts.now.hours ?? { day: (parts.now.days?.to ?? from) + 1, until: 0 }),
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
