import type { SeenHit } from './hit.ts';
import type { LabelKind } from './label.ts';
import type { StoredMetric } from './metrics.ts';

/**
 * Whose value it is: of the calendar (`day`, `hour`), of each pageview, of the visit (from its first pageview), of the
 * visitor (from the first pageview of the day), or of each event.
 */
export type Scope = 'day' | 'hour' | 'pageview' | 'visit' | 'visitor' | 'event';

/** A statistic: the only place that says what it is. Everything that lists, folds, reads or documents statistics loops over these. */
export interface Statistic {
  /** As REST names it; GraphQL writes it in capitals. */
  readonly name: string;
  /** Number of its rollup rows, stored; never given to another statistic. Two that differ only in their metric share one. */
  readonly rollup: number;
  readonly scope: Scope;
  /** The stored metric that is its `count`. */
  readonly metric: StoredMetric;
  readonly label: string;
  readonly description: string;
  /** What a `value` looks like. */
  readonly value: string;
  readonly example: string;
  readonly labels: LabelKind;
  /** Column of `visit` (or `hit`, for pages and events) that filters read; without one it cannot be filtered on, and keeps its count alone. */
  readonly column?: string;
  /** Hits without a value make no row; otherwise they count under the empty value. */
  readonly skipEmpty?: true;
  /** The value of a hit, at most 255 characters of it kept; absent for the calendar's own. */
  readonly read?: (hit: SeenHit) => string;
}
