import type { Amount } from '../domain/amount.ts';
import type { DaySums } from './rollups.ts';

/** What hits add to the sums of their website. */
export interface Totals {
  readonly sums: Map<number, DaySums>;
  /** Sums of event amounts, one for each day, event and unit. */
  readonly amounts: Map<string, EventAmount>;
  /** The numbers of hits with a property, one for each day, event, key and value. */
  readonly properties: Map<string, PropertyCount>;
}

/** The changes that hits make to the stored data. */
export interface Folded extends Totals {
  /** The visit number of each hit, in the order of the hits; 0 for a hit without a visit. */
  readonly visitNos: number[];
  /** What the hits of visits report of the attention for their pages, in the order of the hits. */
  readonly engagements: Engagement[];
}

/** Attention that the hit at a position reports, as far as it counts; null for what it does not report. */
export interface Engagement {
  readonly at: number;
  readonly seconds: number | null;
  readonly depth: number | null;
}

export interface EventAmount {
  readonly day: number;
  readonly event: number;
  readonly unit: number;
  amount: Amount;
}

/** How many hits of one day had a value (ids) of a property; `event` is 0 for pageviews. */
export interface PropertyCount {
  readonly day: number;
  readonly event: number;
  readonly key: number;
  readonly value: number;
  events: number;
}
