import { type Amount, addAmounts } from '../domain/amount.ts';
import type { FunnelOrder, FunnelUnit } from '../domain/funnel.ts';
import { addFrequencies, type Frequencies, totalOf } from './frequencies.ts';
import type { HitFilter } from './id-filter.ts';

/** A hit that a step waits for, as a goal does: a pageview of one of these pages, or one of these events. */
export type Step = HitFilter & { readonly hit: 'page' | 'event' };

/** What a funnel asks, with value ids in place of texts. */
export interface Funnel {
  /** From 2 to 10. Each needs a hit of its own. */
  readonly steps: readonly Step[];
  readonly order: FunnelOrder;
  readonly unit: FunnelUnit;
  /** How many seconds after the earliest hit of step 1 a hit counts; null if always. Times are whole seconds, cut. */
  readonly within: number | null;
}

export interface StepCounts {
  /** How many visits, or visitors, reached the step. */
  readonly reached: number;
  /** The seconds since the step before was reached; of step 1, none. */
  readonly seconds: Frequencies;
  /** The page (value id) of the next pageview of each that went no further; those without one are missing. */
  readonly wentTo: Frequencies;
}

/** Those who went no further than a step; nobody drops out at the last one. */
export interface Dropped {
  readonly dropped: number;
  /** Of these, how many had no further pageview. */
  readonly ended: number;
}

export interface FunnelCounts {
  readonly steps: readonly StepCounts[];
  /** The amounts of the hits that served the last step (in any order: the earliest that could), by unit (value ids). */
  readonly amounts: readonly { readonly unit: number; readonly amount: Amount }[];
}

/** Returns the counts of all parts. The visits of a visitor on one day are in one part. */
export function mergeFunnels(all: readonly FunnelCounts[], { steps }: Funnel): FunnelCounts {
  const amounts = new Map<number, Amount>();
  for (const { unit, amount } of all.flatMap(one => one.amounts))
    amounts.set(unit, addAmounts(amounts.get(unit) ?? '0', amount));
  return {
    steps: steps.map((_, at) => {
      const counts = all.map(one => one.steps[at] as StepCounts);
      return {
        reached: counts.reduce((sum, { reached }) => sum + reached, 0),
        seconds: addFrequencies(counts.map(({ seconds }) => seconds)),
        wentTo: addFrequencies(counts.map(({ wentTo }) => wentTo)),
      };
    }),
    amounts: [...amounts].map(([unit, amount]) => ({ unit, amount })),
  };
}

export function droppedAt({ steps }: FunnelCounts, step: number): Dropped {
  const counts = steps[step] as StepCounts;
  const next = steps[step + 1];
  const dropped = next ? counts.reached - next.reached : 0;
  return { dropped, ended: dropped - totalOf(counts.wentTo) };
}
