import type { Goal } from '../websites/goals.ts';
import type { PeriodQuery, UnitSum } from './query.ts';

/** How often a goal was reached. */
export interface GoalResult {
  readonly goal: Goal;
  /** Visits that reached it. */
  readonly conversions: number;
  /** All visits of the range that match the filter. */
  readonly visits: number;
  /** What the amounts of the goal's event add up to in these visits, by unit; empty for pages. */
  readonly amounts: readonly UnitSum[];
}

/** Goals and the visits among which they are counted. */
export interface GoalsQuery extends PeriodQuery {
  readonly goals: readonly Goal[];
}
