import type { HitSource } from '../domain/stored-hit.ts';

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
  /** The seconds the page was visible since the last message, in a message that only prolongs the visit. */
  readonly engagement: number | null;
  /** The browser sent Sec-GPC or DNT. */
  readonly optedOut: boolean;
  readonly prefetch: boolean;
  /** Request headers that help to tell browsers from robots, under lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawEvent {
  readonly name: unknown;
  readonly value: unknown;
  readonly unit: unknown;
  readonly props: unknown;
}

/** The reasons for which a hit is deliberately not counted; a closed list. */
export const DROP_REASONS = ['bot', 'excluded_ip', 'unknown_website', 'prefetch', 'duplicate', 'rate_limited'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** The outcome of a hit: durable (a notice says what was left out of it), deliberately not counted, or rejected with the field and a sentence that says why. */
export type Outcome =
  | { readonly status: 'accepted'; readonly notice?: string }
  | { readonly status: 'dropped'; readonly reason: DropReason }
  | { readonly status: 'rejected'; readonly field: string; readonly reason: string };
