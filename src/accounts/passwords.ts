import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { countCodePoints, hasNul } from '../domain/text.ts';
import { AppError } from '../errors.ts';

/** OWASP's smallest: 19 MiB and two passes, about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More would take the threads that SQLite and the file system need as well. */
const AT_ONCE = 2;
const WAITING = 32;
/** Several times what a look-up and a hash take. */
const EVEN_MS = 50;
const LONGEST = 128;

/** Of a password that nobody has, always at the cost of the real ones, so that there is something to verify against. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$+bYvK0WT8J1UC01FZDQ9XA$9s9usp/7AdaiOq1H+juTuVOIVWS7kwWLzhSF+I0f36E`;

let running = 0;
const waiting: (() => void)[] = [];

/** The Argon2id hash as a PHC string with its own salt. Throws RATE_LIMITED when too many hashes wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Takes the same time whatever is wrong, also without a hash; throws RATE_LIMITED when too many hashes wait already. */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const possible = countCodePoints(password, LONGEST) <= LONGEST && password.isWellFormed() && !hasNul(password);
  return inTurn(async () => {
    const matches = await verify(stored ?? NOBODY, possible ? password : '');
    return matches && possible && stored !== null;
  });
}

/**
 * Answers or throws what `work` does, but not before 50 ms have passed: looking somebody up takes a little longer when there
 * is somebody, and who asks often enough could measure that.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), sleep(EVEN_MS)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) {
      throw new AppError('RATE_LIMITED', 'Too many passwords are being checked at the moment. Try again shortly.', {
        retryAfter: 2,
      });
    }
    // Whoever ends hands its place on, so that nobody slips in between.
    await new Promise<void>(resolve => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
