import { reachable } from '../db/open.ts';
import type { Goal } from '../websites/goals.ts';
import { type AmountSources, sumByUnit } from './amounts.ts';
import type { PeriodQuery, UnitSum } from './query.ts';

/** How often a goal was reached. */
export interface GoalResult {
  readonly goal: Goal;
  /** Visits that reached the goal. */
  readonly conversions: number;
  /** All visits of the range that match the filter. */
  readonly visits: number;
  /** The sums of the amounts of the goal's event in these visits, by unit; empty for pages. */
  readonly amounts: readonly UnitSum[];
}

/** Goals, and the visits among which they are counted. */
export interface GoalsQuery extends PeriodQuery {
  readonly goals: readonly Goal[];
}

/** Counts goals in single visits; returns results in the order of the goals. */
export async function readGoals(
  { database, filtered, texts }: AmountSources,
  { website, filter, from, to, goals }: GoalsQuery,
): Promise<GoalResult[]> {
  if (goals.length === 0) return [];
  return reachable(database, async () => {
    const found = await filtered.goals(website, filter, { from, to }, goals);
    const amounts = await sumByUnit(website, found.amounts, texts);
    return goals.map((goal, index) => ({
      goal,
      conversions: found.of[index] ?? 0,
      visits: found.visits,
      amounts: amounts.get(index) ?? [],
    }));
  });
}
