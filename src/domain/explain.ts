import type { FilterOperator } from './filter.ts';
import type { StatName } from './statistics.ts';

/** The metrics whose change can be explained. */
export const EXPLAINED_METRICS = ['visitors', 'visits', 'pageviews', 'events'] as const;
export type ExplainedMetric = (typeof EXPLAINED_METRICS)[number];

/** One of the values that a cause is about, or all values that start with it. */
export interface CauseCondition {
  readonly name: StatName;
  readonly operator: Extract<FilterOperator, 'IS' | 'STARTS_WITH'>;
  readonly value: string;
  readonly label: string;
}

/** A count in two ranges. */
export interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

/** Returns the change of a count beyond the relative change of the rest; the whole change if the rest was nothing. */
export function beyondRest({ before, after }: BeforeAfter, rest: BeforeAfter): number {
  return after - (rest.before === 0 ? before : (before * rest.after) / rest.before);
}
