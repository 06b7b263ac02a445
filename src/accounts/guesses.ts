import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

/** So many guesses are free; every further one has to wait, each time twice as long. */
const FREE = 10;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 900_000;
/** After so long without a guess all is forgotten. */
const REMEMBERED = 3_600_000;
const MOST = 50_000;

/** Counts guesses at passwords by whatever names the lock and who stands before it; in this process, and in those that share theirs. */
export interface Guesses {
  /** Notes a guess and answers null; or, without noting it, the seconds to wait before the next one. Times are milliseconds. */
  begin(name: string, now: number): number | null;
  /** After the right guess. */
  forget(name: string): void;
}

/** What another process has to know of a guess: at which kind of lock, by which name, and when; null after the right one. */
export interface Guess {
  readonly kind: string;
  readonly name: string;
  readonly at: number | null;
}

type Counts = LRUCache<string, { count: number; at: number }>;

const countsOf = new Map<string, Set<Counts>>();
const listeners = new Set<(guess: Guess) => void>();

/** Calls the listener for every guess in this process; what it answers notes a guess of another process in this one. */
export function shareGuesses(listener: (guess: Guess) => void): (guess: Guess) => void {
  listeners.add(listener);
  return ({ kind, name, at }) => {
    for (const counts of countsOf.get(kind) ?? []) {
      const before = counts.get(name);
      const isFresh = !before || (at ?? 0) - before.at > REMEMBERED;
      if (at === null) counts.delete(name);
      else counts.set(name, { count: isFresh ? 1 : before.count + 1, at });
    }
  };
}

/**
 * `free` guesses before the first wait. A guess counts when it begins, so that many at once gain nothing. `kind` is what the
 * lock is called among processes that share their guesses.
 */
export function createGuesses(kind: string, free: number = FREE): Guesses {
  const known: Counts = new LRUCache({ max: MOST });
  countsOf.set(kind, (countsOf.get(kind) ?? new Set()).add(known));
  const tell = (name: string, at: number | null) => {
    for (const listener of listeners) listener({ kind, name, at });
  };
  return {
    begin(name, now) {
      const guess = known.get(name);
      const fresh = !guess || now - guess.at > REMEMBERED;
      const count = fresh ? 0 : guess.count;
      const wait = count < free ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (count - free));
      const left = fresh ? 0 : guess.at + wait - now;
      if (wait > 0 && left > 0) return Math.ceil(left / 1000);
      known.set(name, { count: count + 1, at: now });
      tell(name, now);
      return null;
    },
    forget(name) {
      known.delete(name);
      tell(name, null);
    },
  };
}

/** RATE_LIMITED, with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords were sent; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
