import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { countCodePoints, hasNul } from '../domain/text.ts';
import { AppError } from '../errors.ts';
import type { hash, verify } from './hashing-thread.ts';

/** OWASP's smallest: 19 MiB and two passes, about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Passwords that may wait for the thread at once; further ones are refused rather than answered late. */
const WAITING = 32;
/** Several times what a look-up and a hash take. */
const EVEN_MS = 50;
const LONGEST = 128;

/** Of a password that nobody has, always at the cost of the real ones, so that there is something to verify against. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$+bYvK0WT8J1UC01FZDQ9XA$9s9usp/7AdaiOq1H+juTuVOIVWS7kwWLzhSF+I0f36E`;

/** The thread ends after this long without work, in milliseconds. */
const IDLE = 30_000;

/** One thread; it holds the process only while it has something to do. */
const pool = new Piscina({
  filename: fileURLToPath(new URL('./hashing-thread.ts', import.meta.url)),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE,
});

let waiting = 0;

/** The Argon2id hash as a PHC string with its own salt. Throws RATE_LIMITED when too many hashes wait already. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn<typeof hash>('hash', { password, cost: COST });
}

/** Takes the same time whatever is wrong, also without a hash; throws RATE_LIMITED when too many hashes wait already. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const possible = countCodePoints(password, LONGEST) <= LONGEST && password.isWellFormed() && !hasNul(password);
  const matches = await inTurn<typeof verify>('verify', {
    password: possible ? password : '',
    stored: stored ?? NOBODY,
  });
  return matches && possible && stored !== null;
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

async function inTurn<Work extends typeof hash | typeof verify>(
  name: string,
  order: Parameters<Work>[0],
): Promise<ReturnType<Work>> {
  if (waiting >= WAITING) {
    throw new AppError('RATE_LIMITED', 'Too many passwords are being checked at the moment. Try again shortly.', {
      retryAfter: 2,
    });
  }
  waiting++;
  try {
    return await pool.run(order, { name });
  } finally {
    waiting--;
  }
}
