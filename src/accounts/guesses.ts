import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

/** So many guesses are free; every further one has to wait, each time twice as long. */
const FREE = 10;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 900_000;
/** After so long without a guess all is forgotten. */
const REMEMBERED = 3_600_000;
const MOST = 50_000;

/** Counts guesses at passwords by whatever names the lock and who stands before it; in this process alone. */
export interface Guesses {
  /** Notes a guess and answers null; or, without noting it, the seconds to wait before the next one. Times are milliseconds. */
  begin(name: string, now: number): number | null;
  /** After the right guess. */
  forget(name: string): void;
}

/** `free` guesses before the first wait. A guess counts when it begins, so that many at once gain nothing. */
export function createGuesses(free: number = FREE): Guesses {
  const known = new LRUCache<string, { count: number; at: number }>({ max: MOST });
  return {
    begin(name, now) {
      const guess = known.get(name);
      const fresh = !guess || now - guess.at > REMEMBERED;
      const count = fresh ? 0 : guess.count;
      const wait = count < free ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (count - free));
      const left = fresh ? 0 : guess.at + wait - now;
      if (wait > 0 && left > 0) return Math.ceil(left / 1000);
      known.set(name, { count: count + 1, at: now });
      return null;
    },
    forget: name => void known.delete(name),
  };
}

/** RATE_LIMITED, with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords were sent; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
