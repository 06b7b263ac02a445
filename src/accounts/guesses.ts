import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

/** So many guesses are free; every further one has to wait, each time twice as long. */
const FREE = 10;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 900_000;
/** After so long without a guess all is forgotten. */
const REMEMBERED = 3_600_000;
const MOST = 50_000;

/** Counts guesses at passwords by whatever names the lock and who stands before it. */
export interface Guesses {
  /** Notes a guess and answers null; or, without noting it, the seconds to wait before the next one. Times are milliseconds. */
  begin(name: string, now: number): number | null;
  /** After the right guess: all that was guessed under the name is forgotten. */
  forget(name: string): void;
  /** After the right guess where others may guess under the same name: theirs go on counting, this one does not. */
  takeBack(name: string): void;
}

type Count = { readonly count: number; readonly at: number };

function counts(guess: Count | undefined, now: number): guess is Count {
  return guess !== undefined && now - guess.at <= REMEMBERED;
}

/** Creates a count that allows `free` guesses before the first wait. A guess counts when it begins, so that many at once gain nothing. */
export function createGuesses(free: number = FREE): Guesses {
  const known = new LRUCache<string, Count>({ max: MOST });
  return {
    begin(name, now) {
      const guess = known.get(name);
      const before = counts(guess, now) ? guess.count : 0;
      if (guess && before >= free) {
        const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (before - free));
        const left = guess.at + wait - now;
        if (left > 0) return Math.ceil(left / 1000);
      }
      known.set(name, { count: before + 1, at: now });
      return null;
    },
    forget: name => void known.delete(name),
    takeBack(name) {
      const guess = known.get(name);
      if (guess) known.set(name, { count: Math.max(0, guess.count - 1), at: guess.at });
    },
  };
}

/** RATE_LIMITED, with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords were sent; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
