import { ROLLUP_DAY } from '../counting/rollups.ts';
import type { KnownMetrics } from '../domain/import.ts';
import { METRICS, STORED_METRICS, type StoredMetric } from '../domain/metrics.ts';
import { findStatistic } from '../domain/statistics.ts';
import type { CountedValue } from './importer.ts';

const bitOf = (metric: StoredMetric) => 1 << STORED_METRICS.indexOf(metric);

/** The metrics that a ratio is made of. */
const OF_RATIOS = METRICS.reduce(
  (bits, metric) => ('ratio' in metric ? metric.ratio.reduce((all, one) => all | bitOf(one), bits) : bits),
  0,
);

/**
 * Finds the metrics that rows of sums have. What only some days have is not known, because a ratio over all of them would
 * be wrong; days on which a statistic has nothing that a ratio is made of, such as events alone, do not matter.
 */
export class MetricsOfRows {
  /** For each rollup, the metrics of each day that any row has, as bits. */
  readonly #days = new Map<number, Map<number, number>>();
  /** Values of a row mostly share their sums. */
  #latest: { readonly sums: CountedValue['sums']; readonly bits: number } | null = null;

  see(day: number, { name, sums }: CountedValue): void {
    const rollup = name === 'day' ? ROLLUP_DAY : findStatistic(name)?.rollup;
    if (rollup === undefined) return;
    const bits = this.#bitsOf(sums);
    let days = this.#days.get(rollup);
    if (!days) {
      days = new Map();
      this.#days.set(rollup, days);
    }
    const before = days.get(day);
    const all = (before ?? 0) | bits;
    if (all !== before) days.set(day, all);
  }

  get known(): KnownMetrics {
    const known: Record<string, number> = {};
    for (const [rollup, days] of this.#days) {
      const matter = [...new Set(days.values())].filter(bits => (bits & OF_RATIOS) !== 0);
      known[rollup] = matter.length === 0 ? 0 : matter.reduce((all, bits) => all & bits);
    }
    return known;
  }

  #bitsOf(sums: CountedValue['sums']): number {
    if (this.#latest?.sums === sums) return this.#latest.bits;
    let bits = 0;
    for (const metric in sums) bits |= bitOf(metric as StoredMetric);
    this.#latest = { sums, bits };
    return bits;
  }
}
