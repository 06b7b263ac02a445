import type { Amount } from '../domain/amount.ts';
import { NO_PROPERTIES, type Properties } from '../domain/properties.ts';
import type { KnownWebsite } from '../websites/known.ts';
import type { Places } from './place.ts';
import type { DropReason, RawHit } from './raw-hit.ts';

/** A hit on its way through the steps, with everything found out about it so far. */
export interface Draft {
  readonly raw: RawHit;
  url: URL | undefined;
  host: string;
  /** The host of the referrer, or the id of an app; empty if there is none or if it is the website itself. */
  referrer: string;
  website: KnownWebsite | undefined;
  event: string;
  amount: Amount | null;
  /** Whether its amount was left out, because it exceeds the largest of the website. */
  hasLargeAmount: boolean;
  properties: Properties;
  /** A sentence on what was left out of the hit. */
  notice: string | null;
  day: number | undefined;
  hour: number;
  /** The salt of its day, once the hit is prepared, if it identifies a visitor. */
  salt: string | undefined;
}

/** All drafts have the same fields from the start, because objects that grow are slower and larger. */
export function draftOf(raw: RawHit): Draft {
  return {
    raw,
    url: undefined,
    host: '',
    referrer: '',
    website: undefined,
    event: '',
    amount: null,
    hasLargeAmount: false,
    properties: NO_PROPERTIES,
    notice: null,
    day: undefined,
    hour: 0,
    salt: undefined,
  };
}

/** The look-ups that the steps use. */
export interface World {
  findWebsite(host: string): KnownWebsite | undefined;
  readonly places: Places;
  now(): number;
  /** Whether amounts are limited to the largest of the website. */
  readonly limitsAmounts: boolean;
  /** Whether hits with a referrer of the list of known spam are dropped. */
  readonly spamList: boolean;
  /** The owner of a batch's key; null for the public endpoint. */
  readonly account: number | null;
  admit(address: string): boolean;
  /** `key` is that of `repeatKey`. */
  isRepeat(key: string): boolean;
}

export type Verdict = { readonly drop: DropReason } | { readonly field: string; readonly reject: string } | undefined;

/** One step: it adds to a hit, drops it, or says what is wrong with it. */
export interface Step {
  readonly name: string;
  readonly run: (draft: Draft, world: World) => Verdict;
}
