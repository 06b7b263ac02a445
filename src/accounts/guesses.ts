import { latestUsed } from '../domain/latest-used.ts';
import { AppError } from '../errors.ts';

/** The number of free guesses; every further one has to wait, each time twice as long. */
const FREE = 10;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 900_000;
/** Guesses are forgotten after this time without a new one. */
const REMEMBERED = 3_600_000;
const MOST = 50_000;

type Count = { readonly count: number; readonly at: number };

/**
 * Counts password guesses by name, which stands for what is guessed at, the guesser, or both. A guess counts when it
 * begins, so that many at once gain nothing.
 */
export class Guesses {
  readonly #free: number;
  readonly #known = latestUsed<string, Count>(MOST);

  /** Allows `free` guesses before the first wait. */
  constructor(free: number = FREE) {
    this.#free = free;
  }

  /** Counts a guess and returns null, or returns the seconds to wait before it counts. `now` is in milliseconds. */
  begin(name: string, now: number): number | null {
    const guess = this.#known.get(name);
    const before = guess && now - guess.at <= REMEMBERED ? guess.count : 0;
    if (guess && before >= this.#free) {
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (before - this.#free));
      const left = guess.at + wait - now;
      if (left > 0) return Math.ceil(left / 1000);
    }
    this.#known.set(name, { count: before + 1, at: now });
    return null;
  }

  /** After a right guess: forgets all guesses under the name. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  /** After a right guess, if others may guess under the same name: theirs still count, this one does not. */
  takeBack(name: string): void {
    const guess = this.#known.get(name);
    if (guess) this.#known.set(name, { count: Math.max(0, guess.count - 1), at: guess.at });
  }
}

/** Returns a RATE_LIMITED error with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
