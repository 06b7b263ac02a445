import { percentileOf, totalOf } from '../counting/frequencies.ts';
import { droppedAt, type Funnel, type FunnelCounts, type Step, type StepCounts } from '../counting/funnel.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { reachable } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import type { FunnelRules } from '../domain/funnel.ts';
import { OTHER } from '../domain/other.ts';
import { type DayRange, earlierRange } from '../domain/range.ts';
import { type AmountSources, sumByUnit } from './amounts.ts';
import { type GoalPattern, shapeOf } from './condition.ts';
import { countsFrom, daysOfHits } from './counts-from.ts';
import type { FilteredSums } from './filtered.ts';
import { endNode, type JourneyNode, mostFrequentExcept, nodeOf, otherNode } from './journey-node.ts';
import type { PeriodQuery, UnitSum } from './query.ts';

const MOST_ID = 2 ** 32 - 1;
/** How many pages are named where those went that dropped out. */
const MOST_PAGES = 5;

/** A funnel with texts: each step is reached like a goal. */
interface FunnelPlan extends FunnelRules {
  readonly steps: readonly GoalPattern[];
}

/** A funnel, and the visits among which it is counted. */
export interface FunnelQuery extends PeriodQuery, FunnelPlan {}

/** How many visits, or visitors, reached a step, and where the others went. */
export interface ReachedStep {
  readonly reached: number;
  readonly dropped: number;
  /** Seconds since the step before, by nearest rank; null for the first step, and if nobody reached this one. */
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
  /** Of the hits that served the last step, by unit; empty for all other steps. */
  readonly amounts: readonly UnitSum[];
  /** Where those went that dropped out: they add up to `dropped`. */
  readonly droppedTo: readonly JourneyNode[];
  /** How many reached it in the compared range; null when nothing is compared. */
  readonly previous: number | null;
}

/** Counts a funnel in single visits; returns one result for each step. */
export async function readFunnel(
  { database, filtered, texts }: AmountSources,
  query: FunnelQuery,
): Promise<readonly ReachedStep[]> {
  const { website, filter, compare, from, to, steps, order, unit, within } = query;
  const plan = {
    steps: steps.map(({ kind, pattern, conditions = [] }) => ({ kind, pattern, conditions })),
    order,
    unit,
    within,
  };
  return reachable(database, async () => {
    const earlier = earlierRange(query, compare);
    // A running range would be compared with a whole one.
    const [days] = earlier && !query.running ? await daysOfHits(database, [website]) : [];
    const isKept = earlier !== null && days !== undefined && countsFrom(earlier, days) === null;
    const now = await countFunnel(filtered, website, filter, { from, to }, plan);
    const before = isKept
      ? await countFunnel(filtered, website, filter, { from: earlier.from, to: earlier.to }, plan)
      : null;
    const other = (await texts.idsOf(website, [OTHER])).get(OTHER);
    const named = now.steps.map(({ wentTo }) => mostFrequentExcept(wentTo, MOST_PAGES, other));
    const pages = await texts.of(website, [...new Set(named.flat().map(({ number }) => number))]);
    const amounts = await sumByUnit(
      website,
      now.amounts.map(amount => ({ ...amount, of: 0 })),
      texts,
    );
    return now.steps.map(({ reached, seconds, wentTo }: StepCounts, at): ReachedStep => {
      const { dropped, ended } = droppedAt(now, at);
      const wentToPages = (named[at] ?? []).map(({ number, times }) => nodeOf('PAGE', pages.get(number) ?? '', times));
      const others = totalOf(wentTo) - wentToPages.reduce((sum, { visits }) => sum + visits, 0);
      return {
        reached,
        dropped,
        medianSeconds: percentileOf(seconds, 50),
        p90Seconds: percentileOf(seconds, 90),
        amounts: at === steps.length - 1 ? (amounts.get(0) ?? []) : [],
        droppedTo: [...wentToPages, otherNode(others), endNode(ended)].filter(({ visits }) => visits > 0),
        previous: before?.steps[at]?.reached ?? null,
      };
    });
  });
}

/** Returns how many matching visits got how far through the steps. */
export function countFunnel(
  filtered: FilteredSums,
  website: number,
  filter: Filter | null,
  range: DayRange,
  plan: FunnelPlan,
): Promise<FunnelCounts> {
  const { steps, ...rules } = plan;
  const funnelOf = (goals: readonly IdFilter[]): Funnel => ({ ...rules, steps: goals.map(stepOf) });
  const about = { website, filter, range, goals: steps };
  return filtered.visits(about, [{ name: 'funnel', asked: funnelOf(shapeOf(null, steps).goals) }], visits =>
    filtered.ask(about, visits, 'funnel', funnelOf(visits.goals), plan),
  );
}

/** A goal that every pageview reaches is any page. */
function stepOf(filter: IdFilter): Step {
  return 'hit' in filter ? (filter as Step) : { hit: 'page', ids: [], allOthersUpTo: MOST_ID };
}
