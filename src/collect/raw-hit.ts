/** A hit as it came in, before anything is believed about it. */
export interface RawHit {
  /** `page` is a visitor's browser at work; `server` is a trusted batch, which brings its own time, address and user agent. */
  readonly source: 'page' | 'server';
  readonly page: string;
  readonly referrer: string;
  readonly resolution: string;
  readonly language: string;
  readonly userAgent: string;
  /** The visitor's address as text, or empty. */
  readonly address: string;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly id: string;
  readonly event: RawEvent | null;
  /** Visible seconds since the last message, for a message that only prolongs the visit. */
  readonly engagement: number | null;
  /** The browser sent Sec-GPC or DNT. */
  readonly optedOut: boolean;
  readonly prefetch: boolean;
  /** Request headers that tell browsers from robots, lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RawEvent {
  readonly name: unknown;
  readonly value: unknown;
  readonly unit: unknown;
}

/** Why a hit was rightly not counted; a closed list. */
export const DROP_REASONS = ['bot', 'excluded_ip', 'unknown_website', 'prefetch', 'duplicate', 'rate_limited'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** What became of a hit: durable, rightly not counted, or wrong with the field and the sentence that says why. */
export type Outcome =
  | { readonly status: 'accepted' }
  | { readonly status: 'dropped'; readonly reason: DropReason }
  | { readonly status: 'rejected'; readonly field: string; readonly reason: string };
