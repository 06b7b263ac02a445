import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../accounts/viewer.ts';
import { addressGroup } from '../domain/ip-addresses.ts';
import { latestUsed } from '../domain/latest-used.ts';
import { AppError } from '../errors.ts';
import type { ClientAddress } from './client-address.ts';

/** The state of a caller's current minute. */
export interface Allowance {
  readonly allowed: boolean;
  /** Calls per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** The end of this caller's minute, in milliseconds since 1970. */
  readonly resetAt: number;
}

/** Counts calls; `now` is milliseconds since 1970. */
export interface RateLimit {
  /** Counts a call if the caller may make one more, and returns the state of its minute. */
  take(caller: string, now: number): Allowance;
}

const MINUTE = 60_000;

/** Returns the name under which a request is counted: its key, its account or, with neither, its address. */
export function callerName(viewer: Viewer | null, address: string): string {
  if (viewer === null) return `address ${addressGroup(address)}`;
  return viewer.via.kind === 'key' ? `key ${viewer.via.id}` : `account ${viewer.account.id}`;
}

/**
 * Allows each caller `limit` calls per minute; a caller's minute begins with its first call. At most `capacity` callers
 * are remembered; a new one displaces the caller that has been quiet for longest.
 */
export function createRateLimit(limit: number, capacity = 100_000): RateLimit {
  const minutes = latestUsed<string, { readonly began: number; calls: number }>(capacity);

  function minuteOf(caller: string, now: number): { readonly began: number; calls: number } {
    const known = minutes.get(caller);
    // A clock that was set back must not lock callers out until it has caught up.
    if (known && now - known.began < MINUTE && now >= known.began) return known;
    const minute = { began: now, calls: 0 };
    minutes.set(caller, minute);
    return minute;
  }

  return {
    take(caller, now) {
      const minute = minuteOf(caller, now);
      const allowed = minute.calls < limit;
      if (allowed) minute.calls++;
      return { allowed, limit, remaining: Math.max(0, limit - minute.calls), resetAt: minute.began + MINUTE };
    },
  };
}

type Finding<Found> = (request: IncomingMessage) => Promise<Found>;

/**
 * Wraps a function that identifies the caller: counts the request and rejects with RATE_LIMITED beyond the limit.
 * Callers that cannot be identified count by address: wrong keys, and every caller while the database is unavailable.
 */
export function limitedBy(options: { rateLimit: RateLimit; addressOf: ClientAddress; now: () => number }) {
  const { rateLimit, addressOf, now } = options;
  return <Found extends { readonly viewer: Viewer | null }>(find: Finding<Found>): Finding<Found> =>
    async request => {
      const [found] = await Promise.allSettled([find(request)]);
      const viewer = found.status === 'fulfilled' ? found.value.viewer : null;
      const time = now();
      const { allowed, resetAt } = rateLimit.take(callerName(viewer, addressOf(request)), time);
      if (!allowed) throw tooManyRequests(Math.ceil((resetAt - time) / 1000));
      if (found.status === 'rejected') throw found.reason;
      return found.value;
    };
}

function tooManyRequests(retryAfter: number): AppError {
  const message = `Too many requests in this minute; try again in ${retryAfter} seconds.`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
