import type { IncomingMessage } from 'node:http';
import type { Viewer } from '../accounts/viewer.ts';
import { AppError } from '../errors.ts';
import type { ClientAddress } from './client-address.ts';
import { callerName, type RateLimit } from './rate-limit.ts';

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
