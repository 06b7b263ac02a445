import type { DayRange } from '../domain/presets.ts';
import { METRICS } from '../domain/statistic.ts';
import type { PeriodQuery } from './query.ts';
import type { SumReader } from './sum-reader.ts';
import { type AllSums, bounceRateOf, ROLLUP_DAY, sumOf, visitDurationOf } from './sums.ts';

/** The numbers of a summary: counts, a rate from 0 to 1, seconds, and pageviews a visit. */
export const FIGURES = [
  'pageviews',
  'visitors',
  'visits',
  'events',
  'bounceRate',
  'visitDuration',
  'pagesPerVisit',
] as const;
export type FigureName = (typeof FIGURES)[number];

/** A number, and the same of the range that is compared with; null when none is. */
export interface Figure {
  readonly value: number;
  readonly previous: number | null;
}

/** What a range adds up to. */
export interface Totals extends DayRange {
  readonly earlier: DayRange | null;
  readonly figures: Readonly<Record<FigureName, Figure>>;
}

/** Adds a range up. Visitors are daily uniques, so that days add up. */
export async function readTotals(reader: SumReader, query: PeriodQuery): Promise<Totals> {
  const { website, filter, from, to, compare } = query;
  const earlier = reader.earlier(query, compare, filter);
  const read = (range: DayRange) =>
    reader.read(website, filter, { rollup: ROLLUP_DAY, by: 'day', ...daysOf(range), metrics: METRICS }).then(sumOf);
  const [now, before] = await Promise.all([read(query), earlier && read(earlier)]);
  const previous = before && numbersOf(before);
  const figures = Object.fromEntries(
    Object.entries(numbersOf(now)).map(([name, value]) => [
      name,
      { value, previous: previous ? previous[name as FigureName] : null },
    ]),
  ) as Record<FigureName, Figure>;
  return { from, to, earlier, figures };
}

function daysOf({ from, to }: DayRange): DayRange {
  return { from, to };
}

function numbersOf(sums: AllSums): Record<FigureName, number> {
  const { pageviews, visitors, visits, events } = sums;
  return {
    pageviews,
    visitors,
    visits,
    events,
    bounceRate: bounceRateOf(sums),
    visitDuration: visitDurationOf(sums),
    pagesPerVisit: visits === 0 ? 0 : pageviews / visits,
  };
}
