import type { HitKind, HitSource } from '../domain/stored-hit.ts';

const LONGEST_ENGAGEMENT = 86_400;
const WHOLE_PAGE = 100;

/** The longest JSON of a hit that is taken, in bytes. */
export const LONGEST_HIT = 64 * 1024;

/** A hit as received, before anything in it is trusted. */
export interface RawHit {
  /** A hit of a server has its own time, address and user agent. */
  readonly source: HitSource;
  readonly page: string;
  readonly referrer: string;
  readonly resolution: string;
  readonly language: string;
  readonly userAgent: string;
  /** The visitor's IP address as text, or empty. */
  readonly address: string;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly id: string;
  readonly event: RawEvent | null;
  /** The properties beside the page. */
  readonly props: unknown;
  /** The engaged seconds since the last message. Without an event, such a message reports only attention. */
  readonly engagement: number | null;
  /** The greatest depth to which the page was scrolled, in percent. */
  readonly depth: number | null;
  /** The browser sent Sec-GPC or DNT. */
  readonly optedOut: boolean;
  readonly prefetch: boolean;
  /** The name of the crawler whose request a log has; such a hit is nobody's pageview. */
  readonly crawler?: string;
  /** Request headers that help to tell browsers from robots, under lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawEvent {
  readonly name: unknown;
  readonly value: unknown;
  readonly unit: unknown;
  readonly props: unknown;
  readonly interactive: boolean;
}

/**
 * The reasons for which a hit is deliberately not counted; a closed list. Of an event with a `large_amount`, only the
 * amount is not counted.
 */
export const DROP_REASONS = [
  'bot',
  'excluded_ip',
  'unknown_website',
  'prefetch',
  'duplicate',
  'rate_limited',
  'spam_referrer',
  'excluded_referrer',
  'excluded_country',
  'excluded_host',
  'large_amount',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** The outcome of a hit: durable (a notice says what was left out of it), deliberately not counted, or rejected with the field and a sentence that says why. */
export type Outcome =
  | { readonly status: 'accepted'; readonly notice?: string }
  | { readonly status: 'dropped'; readonly reason: DropReason }
  | { readonly status: 'rejected'; readonly field: string; readonly reason: string };

/** Returns what a hit counts as; an event may report attention, too. */
export function kindOf({ event, engagement, depth, crawler }: RawHit): HitKind {
  if (crawler !== undefined) return 'crawl';
  return event ? 'event' : engagement !== null || depth !== null ? 'engagement' : 'pageview';
}

/** Returns the id of the hit, or an empty text. An engagement without attention has none, because it is not counted. */
export function idOf(raw: RawHit): string {
  return kindOf(raw) === 'engagement' && raw.depth === null && secondsOf(raw) === 0 ? '' : raw.id;
}

/** Returns the engaged seconds. A page can stay open longer than a visit can last, which is a day. */
export function secondsOf({ engagement }: RawHit): number {
  return Math.min(LONGEST_ENGAGEMENT, Math.round(engagement ?? 0));
}

/** Returns the depth. Some browsers report a little more than the height of the page. */
export function depthOf({ depth }: RawHit): number | null {
  return depth === null ? null : Math.min(WHOLE_PAGE, Math.round(depth));
}
