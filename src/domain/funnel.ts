import type { GoalKind, PropertyCondition } from './goal.ts';

export const FUNNEL_ORDERS = ['IN_ORDER', 'STRICT', 'ANY'] as const;

/**
 * IN_ORDER: a step takes the earliest hit after that of the step before. STRICT: it takes the very next hit. ANY: a step
 * is reached as soon as all steps until it have hits of their own, in whatever order.
 */
export type FunnelOrder = (typeof FUNNEL_ORDERS)[number];

export const FUNNEL_UNITS = ['VISIT', 'VISITOR'] as const;

/** VISITOR: all visits of a visitor on one day are followed as one. */
export type FunnelUnit = (typeof FUNNEL_UNITS)[number];

/** The numbers of steps that a funnel can have. */
export const FUNNEL_STEPS = { fewest: 2, most: 10 } as const;

/** A hit that a funnel waits for, as a goal does. */
export interface FunnelStep {
  readonly kind: GoalKind;
  /** A path in which `*` matches any text, or the name of an event. */
  readonly pattern: string;
  readonly name: string;
  readonly conditions: readonly PropertyCondition[];
}

/** How the steps of a funnel are counted. */
export interface FunnelRules {
  readonly order: FunnelOrder;
  readonly unit: FunnelUnit;
  /** The most seconds after step 1 that a hit counts; null without a limit. */
  readonly within: number | null;
}
