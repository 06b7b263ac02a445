import type { ImportFigure, ReportLine } from '../domain/import.ts';
import type { StoredMetric } from '../domain/metrics.ts';
import { propertyText, ROLLUP_PROPERTY } from '../domain/properties.ts';
import type { Statistic } from '../domain/statistic.ts';
import { STATISTICS } from '../domain/statistics.ts';
import { storedValue } from '../fold/sums-batch.ts';
import type { Distinct, DistinctCounter } from './bounded/distinct.ts';
import { hashText } from './hash.ts';
import type { CountedValue } from './importer.ts';
import { MetricsOfRows } from './known-metrics.ts';

/** The totals that a report of hits has. */
export const TOTALS_OF_HITS = ['pageviews', 'visitors', 'visits', 'events'] as const satisfies readonly StoredMetric[];

/** The totals of a report, in its order; only files of sums have all. */
export const TOTALS = [...TOTALS_OF_HITS, 'bounces', 'seconds'] as const satisfies readonly StoredMetric[];

/** Adds up totals, in all and by day. */
export class Totals {
  readonly #totals = new Map<StoredMetric, number>();
  readonly #days = new Map<number, number[]>();

  addTotal(metric: StoredMetric, count: number): void {
    this.#totals.set(metric, (this.#totals.get(metric) ?? 0) + count);
  }

  /** Adds to a total of one day (since 1970-01-01). */
  addDay(day: number, metric: (typeof TOTALS)[number], count: number): void {
    let counts = this.#days.get(day);
    if (!counts) {
      counts = TOTALS.map(() => 0);
      this.#days.set(day, counts);
    }
    const at = TOTALS.indexOf(metric);
    counts[at] = (counts[at] ?? 0) + count;
  }

  /** The totals of each day, in the order of TOTALS. */
  get days(): ReadonlyMap<number, readonly number[]> {
    return this.#days;
  }

  /** Returns the figure of a line; null if nothing was added to it. */
  figure(name: string): ImportFigure | null {
    return this.#totals.get(name as StoredMetric) ?? null;
  }
}

/** Adds up what rows say: totals, and for each statistic its sum and the number of its values. */
export class Tally extends Totals {
  readonly metrics = new MetricsOfRows();
  readonly #distinct: Distinct;
  readonly #statistics = new Map<string, { sum: number; readonly values: DistinctCounter }>();

  /** Values are counted by `distinct`. */
  constructor(distinct: Distinct) {
    super();
    this.#distinct = distinct;
  }

  /** `rollup` separates the values of statistics that could be equal. */
  add(name: string, rollup: number, value: string, count: number): void {
    let figure = this.#statistics.get(name);
    if (!figure) {
      figure = { sum: 0, values: this.#distinct.counter() };
      this.#statistics.set(name, figure);
    }
    figure.sum += count;
    const [high, low] = hashText(value, rollup) as unknown as [number, number];
    if (count > 0) figure.values.add(high, low);
  }

  override figure(name: string): ImportFigure | null {
    const statistic = this.#statistics.get(name);
    return statistic ? { sum: statistic.sum, values: statistic.values.size } : super.figure(name);
  }
}

/** The statistics with a line in reports; days are totals there. */
export const REPORTED: readonly Statistic[] = (STATISTICS as readonly Statistic[]).filter(
  ({ scope }) => scope !== 'day',
);

/** The lines of the rollup of each statistic: two of them have the hours. */
const LINES = new Map<string, readonly Statistic[]>(
  REPORTED.map(({ name, rollup }) => [name, REPORTED.filter(one => one.rollup === rollup)]),
);

/** Adds what a row of sums says, as it says it; values are compared as they are stored. */
export function addToTally(tally: Tally, day: number, counted: CountedValue): void {
  const { name, value, sums, property } = counted;
  tally.metrics.see(day, counted);
  if (name === 'day') {
    for (const metric of TOTALS) {
      const count = sums[metric] ?? 0;
      if (count === 0) continue;
      tally.addTotal(metric, count);
      tally.addDay(day, metric, count);
    }
    return;
  }
  if (name === 'property') {
    const { key, event } = property ?? { key: '', event: null };
    tally.add(name, ROLLUP_PROPERTY, `${propertyText(key, event)}\0${storedValue(value)}`, sums.events ?? 0);
    return;
  }
  for (const { name: line, rollup, metric, scope } of LINES.get(name) ?? []) {
    const stored = scope === 'hour' ? String(Number(value)) : storedValue(value);
    tally.add(line, rollup, stored, sums[metric] ?? 0);
  }
}

/** As much can be added up, over many imports, without becoming inexact. */
const MOST = 1e14;

/** Returns the first line of a report that is larger than counts can be; undefined if there is none. */
export function tooLarge(lines: readonly ReportLine[]): string | undefined {
  return lines.find(({ file }) => (typeof file === 'number' ? file : (file?.sum ?? 0)) > MOST)?.name;
}

/** Returns the lines of all that a file knows. */
export function reportOf(file: Tally, ours: Tally): ReportLine[] {
  return [...TOTALS, ...REPORTED.map(({ name }) => name), 'property'].flatMap(name => {
    const line = { name, file: file.figure(name), ours: ours.figure(name) };
    return line.file === null && line.ours === null ? [] : [line];
  });
}
