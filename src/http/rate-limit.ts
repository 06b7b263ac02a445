import { LRUCache } from 'lru-cache';
import type { Viewer } from '../accounts/viewer.ts';
import { addressGroup } from '../domain/exclusions.ts';

/** How far a caller is within its minute. */
export interface Allowance {
  readonly allowed: boolean;
  /** Calls a minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970 at which the minute of this caller ends. */
  readonly resetAt: number;
}

/** Counts calls; `now` is milliseconds since 1970. */
export interface RateLimit {
  /** Notes a call, if the caller may make one more, and tells where it stands. */
  take(caller: string, now: number): Allowance;
}

const MINUTE = 60_000;

/** The name that the calls of a request are counted under: its key, its account, or the address of who shows neither. */
export function callerName(viewer: Viewer | null, address: string): string {
  if (viewer === null) return `address ${addressGroup(address)}`;
  return viewer.via.kind === 'key' ? `key ${viewer.via.id}` : `account ${viewer.account.id}`;
}

/**
 * Creates a limit of `limit` calls a minute for each caller; a caller's minute begins with its first call. At most `capacity`
 * callers are remembered: the one that called least recently is forgotten for a new one.
 */
export function createRateLimit(limit: number, capacity = 100_000): RateLimit {
  const minutes = new LRUCache<string, { readonly began: number; calls: number }>({ max: capacity });

  function minuteOf(caller: string, now: number): { readonly began: number; calls: number } {
    const known = minutes.get(caller);
    // A clock that was set back must not lock anybody out until it has caught up.
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
