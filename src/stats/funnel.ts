import { percentileOf, totalOf } from '../counting/frequencies.ts';
import { droppedAt, type Funnel, type FunnelCounts, type Step, type StepCounts } from '../counting/funnel.ts';
import type { IdFilter } from '../counting/id-filter.ts';
import { reachable } from '../db/open.ts';
import type { Filter } from '../domain/filter.ts';
import type { FunnelRules } from '../domain/funnel.ts';
import { OTHER } from '../domain/other.ts';
import { comparedParts, type DayRange, earlierRange, type Part } from '../domain/range.ts';
import { type AmountSources, sumByUnit } from './amounts.ts';
import { type GoalPattern, shapeOf } from './condition.ts';
import { countsFrom, daysOfHits } from './counts-from.ts';
import type { FilteredSums } from './filtered.ts';
import { endNode, type JourneyNode, mostFrequentExcept, nodeOf, otherNode } from './journey-node.ts';
import { begunBefore } from './parts.ts';
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
  /** How many `previous` compares with: fewer than `reached` while the range is still running. */
  readonly compared: number | null;
}

/** Counts a funnel in single visits; returns one result for each step. */
export async function readFunnel(
  { database, filtered, texts }: AmountSources,
  query: FunnelQuery,
): Promise<readonly ReachedStep[]> {
  const { website, filter, from, to, steps, order, unit, within } = query;
  const plan = {
    steps: steps.map(({ kind, pattern, conditions = [] }) => ({ kind, pattern, conditions })),
    order,
    unit,
    within,
  };
  return reachable(database, async () => {
    const parts = comparedIn(query);
    const [days] = parts ? await daysOfHits(database, [website]) : [];
    const isKept = parts !== null && days !== undefined && countsFrom(parts.earlier, days) === null;
    const count = (matching: Filter | null, range: DayRange) => countFunnel(filtered, website, matching, range, plan);
    const now = await count(filter, { from, to });
    const before = isKept ? await readReached(parts.before, filter, count) : null;
    const over = isKept && parts.now ? await readReached(parts.now, filter, count) : null;
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
        previous: before?.[at] ?? null,
        compared: before && (over?.[at] ?? reached),
      };
    });
  });
}

/** Returns the earlier range with the parts that are compared: of a range that is over, everything, so `now` is null. */
function comparedIn(query: FunnelQuery) {
  const { compare, running } = query;
  const earlier = earlierRange(query, compare);
  if (!earlier) return null;
  if (!running) return { earlier, now: null, before: { days: { from: earlier.from, to: earlier.to }, hours: null } };
  const parts = comparedParts(query, earlier, running);
  return parts && { earlier, ...parts };
}

/** Returns how many reached each step in a part of a range. */
async function readReached(
  { days, hours }: Part,
  filter: Filter | null,
  count: (filter: Filter | null, range: DayRange) => Promise<FunnelCounts>,
): Promise<readonly number[]> {
  const counts = [
    ...(days ? [await count(filter, days)] : []),
    ...(hours ? [await count(begunBefore(hours.until, filter), { from: hours.day, to: hours.day })] : []),
  ];
  const steps = counts[0]?.steps ?? [];
  return steps.map((_, at) => counts.reduce((sum, one) => sum + (one.steps[at]?.reached ?? 0), 0));
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
