import type { LabelKind } from './label.ts';
import type { StoredMetric } from './metrics.ts';
import type { SeenHit } from './stored-hit.ts';

/**
 * The origin of a value: the calendar (`day`, `hour`), each pageview, the visit (its first pageview), the visitor (the
 * first pageview of the day), each event, or each request of a crawler.
 */
export type Scope = 'day' | 'hour' | 'pageview' | 'visit' | 'visitor' | 'event' | 'crawler';

/** Returns whether all events of a visit belong to one value: that of the visit, or of its visitor. */
export function isOfVisits(scope: Scope): boolean {
  return scope === 'visit' || scope === 'visitor';
}

/** Returns what a statistic counts and how its values look; links, which only the documentation has, become names of files. */
export function aboutOf({ description, value, example }: Pick<Statistic, 'description' | 'value' | 'example'>): string {
  return `${description} Value: ${value.replace(/\[[^\]]*\]\(([^)]*)\)/g, '`docs/$1`')}, such as \`${example}\`.`;
}

/** The single definition of a statistic; all code that handles statistics loops over STATISTICS. */
export interface Statistic {
  /** The name in REST; GraphQL uses capitals. */
  readonly name: string;
  /** The number of its rollup rows, never reused; statistics that differ only in their metric share one. */
  readonly rollup: number;
  readonly scope: Scope;
  /** The stored metric that `count` returns. */
  readonly metric: StoredMetric;
  readonly label: string;
  /** What one value is called, if not like the label without its last letter. */
  readonly singular?: string;
  readonly description: string;
  /** Describes the form of a `value`. */
  readonly value: string;
  readonly example: string;
  readonly labels: LabelKind;
  /** The column of `visit` or `hit` that filters read; a statistic without one stores only its count. */
  readonly column?: string;
  /**
   * For a statistic of the visit: the statistic of pageviews whose value it is on the visit's latest pageview. It moves
   * while the visit goes on; without it, the first pageview decides.
   */
  readonly latest?: 'page';
  /**
   * Returns the value of a visit that was stored before the statistic was added; an upgrade gives it to the visits that
   * are kept.
   */
  readonly derive?: (visit: { readonly referrer: string; readonly campaign: string }) => string;
  /** The version of the lists and rules that made the values. Visits that are stored keep the values they got. */
  readonly rules?: string;
  /** If true, hits without a value have no row; otherwise they count under the empty value. */
  readonly skipEmpty?: true;
  /** What it means to have no value: that there is `none`, such as a campaign, or it `never` happens; otherwise it is unknown. */
  readonly lacking?: 'none' | 'never';
  /** Returns the value of a hit, of which 255 characters are stored; absent for days and hours. */
  readonly read?: (hit: SeenHit) => string;
}
