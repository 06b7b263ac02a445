import fc from 'fast-check';
import type { Funnel, FunnelCounts, Step } from '../../src/counting/funnel.ts';
import { droppedAt } from '../../src/counting/funnel.ts';
import type { IdSet } from '../../src/counting/id-filter.ts';
import { addAmounts } from '../../src/domain/amount.ts';
import type { NaiveHit, NaiveVisit } from './naive-visits.ts';

/** What a funnel is about, in the plainest form. */
export interface NaiveCounts {
  readonly reached: number[];
  readonly dropped: number[];
  readonly ended: number[];
  /** For each step, `number times` in order. */
  readonly seconds: string[][];
  readonly wentTo: string[][];
  readonly amounts: string[];
}

/** Counts a funnel by looking at every hit of every visit again for every step. */
export function naiveFunnel(visits: readonly NaiveVisit[], funnel: Funnel): NaiveCounts {
  const { steps } = funnel;
  const reached = steps.map(() => 0);
  const seconds = steps.map((): number[] => []);
  const wentTo = steps.map((): number[] => []);
  const ended = steps.map(() => 0);
  const amounts = new Map<number, string>();
  for (const hits of trailsOf(visits, funnel)) {
    const { at, paid } = funnel.order === 'ANY' ? inAnyOrder(hits, funnel) : inOrder(hits, funnel);
    at.forEach((hit, step) => {
      reached[step]!++;
      if (step > 0) seconds[step]?.push((hits[hit]?.second ?? 0) - (hits[at[step - 1] as number]?.second ?? 0));
    });
    if (at.length > 0 && at.length < steps.length) {
      const next = hits.slice((at.at(-1) as number) + 1).find(({ event }) => event === 0);
      if (next) wentTo[at.length - 1]?.push(next.page);
      else ended[at.length - 1]!++;
    }
    const payment = paid === null ? undefined : hits[paid];
    if (payment && payment.amount !== '')
      amounts.set(payment.unit, addAmounts(amounts.get(payment.unit) ?? '0', payment.amount));
  }
  return {
    reached,
    dropped: reached.map((count, step) => (step + 1 < steps.length ? count - (reached[step + 1] as number) : 0)),
    ended,
    seconds: seconds.map(countEach),
    wentTo: wentTo.map(countEach),
    amounts: [...amounts].map(([unit, amount]) => `${unit} ${amount}`).sort(),
  };
}

/** Returns the same of what was counted. */
export function plainly(counts: FunnelCounts): NaiveCounts {
  const textsOf = ({ numbers, times }: FunnelCounts['steps'][number]['seconds']) =>
    [...numbers].map((number, at) => `${number} ${times[at]}`);
  const drops = counts.steps.map((_, step) => droppedAt(counts, step));
  return {
    reached: counts.steps.map(({ reached }) => reached),
    dropped: drops.map(({ dropped }) => dropped),
    ended: drops.map(({ ended }) => ended),
    seconds: counts.steps.map(({ seconds }) => textsOf(seconds)),
    wentTo: counts.steps.map(({ wentTo }) => textsOf(wentTo)),
    amounts: counts.amounts.map(({ unit, amount }) => `${unit} ${amount}`).sort(),
  };
}

/** Returns the hits of each visit, or of all visits of each visitor and day, in the order of their seconds. */
function trailsOf(visits: readonly NaiveVisit[], { unit }: Funnel): NaiveHit[][] {
  const units =
    unit === 'VISIT'
      ? visits.map(visit => [visit])
      : [...Map.groupBy(visits, ({ day, visitor }) => `${day} ${visitor}`).values()];
  return units.map(ofUnit => ofUnit.flatMap(({ hits }) => hits).sort((a, b) => a.second - b.second));
}

interface Found {
  /** The hit with which each step was reached. */
  readonly at: number[];
  /** The hit that served the last step. */
  readonly paid: number | null;
}

function inOrder(hits: readonly NaiveHit[], { steps, order, within }: Funnel): Found {
  const at: number[] = [];
  for (const step of steps) {
    const from = at.length === 0 ? 0 : (at.at(-1) as number) + 1;
    const isStrict = order === 'STRICT' && at.length > 0;
    const found = hits.findIndex(
      (hit, place) =>
        place >= from && (!isStrict || place === from) && matches(hit, step) && isInTime(hits, hit, at[0], within),
    );
    if (found < 0) break;
    at.push(found);
  }
  return { at, paid: at.length === steps.length ? (at.at(-1) as number) : null };
}

function inAnyOrder(hits: readonly NaiveHit[], { steps, within }: Funnel): Found {
  const begin = hits.findIndex(hit => matches(hit, steps[0] as Step));
  if (begin < 0) return { at: [], paid: null };
  const inTime = hits.filter(hit => isInTime(hits, hit, begin, within));
  const at: number[] = [];
  for (let count = 1; count <= steps.length; count++) {
    const end = inTime.findIndex((_, last) => haveTheirOwn(steps.slice(0, count), inTime.slice(0, last + 1)));
    if (end < 0) return { at, paid: null };
    at.push(end);
  }
  const others = steps.slice(0, -1);
  const known = inTime.slice(0, (at.at(-1) as number) + 1);
  const paid = known.findIndex(
    (hit, place) => matches(hit, steps.at(-1) as Step) && haveTheirOwn(others, known.toSpliced(place, 1)),
  );
  return { at, paid };
}

/** Tries every way to give each step a hit of its own. */
function haveTheirOwn([step, ...others]: readonly Step[], hits: readonly NaiveHit[]): boolean {
  if (!step) return true;
  return hits.some((hit, place) => matches(hit, step) && haveTheirOwn(others, hits.toSpliced(place, 1)));
}

function isInTime(hits: readonly NaiveHit[], { second }: NaiveHit, begin: number | undefined, within: number | null) {
  return begin === undefined || within === null || second <= (hits[begin] as NaiveHit).second + within;
}

function matches({ page, event }: NaiveHit, step: Step): boolean {
  return step.hit === 'page' ? event === 0 && isIn(page, step) : event !== 0 && isIn(event, step);
}

export function isIn(id: number, { ids, allOthersUpTo }: IdSet): boolean {
  return allOthersUpTo === undefined ? ids.includes(id) : id <= allOthersUpTo && !ids.includes(id);
}

/** Returns `number times` of each number, in ascending order. */
export function countEach(numbers: readonly number[]): string[] {
  return [...Map.groupBy(numbers, number => number)]
    .sort(([a], [b]) => a - b)
    .map(([number, { length }]) => `${number} ${length}`);
}

/** Returns funnels over these pages and events (value ids), with steps that often match the same hits. */
export function arbitraryFunnel(pages: fc.Arbitrary<IdSet>, events: fc.Arbitrary<IdSet>): fc.Arbitrary<Funnel> {
  const step = fc.oneof(
    { weight: 2, arbitrary: pages.map(is => ({ hit: 'page' as const, ...is })) },
    { weight: 1, arbitrary: events.map(is => ({ hit: 'event' as const, ...is })) },
  );
  return fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 5 }),
    order: fc.constantFrom('IN_ORDER' as const, 'STRICT' as const, 'ANY' as const),
    unit: fc.constantFrom('VISIT' as const, 'VISITOR' as const),
    within: fc.constantFrom(null, null, 0, 1, 60, 3_600),
  });
}
