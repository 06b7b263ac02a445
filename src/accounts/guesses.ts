import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

/** The number of free guesses; every further one has to wait, each time twice as long. */
const FREE = 10;
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 900_000;
/** Guesses are forgotten after this time without a new one. */
const REMEMBERED = 3_600_000;
const MOST = 50_000;

/**
 * Counts password guesses by name, in this process and in those that share theirs. A name stands for what is guessed
 * at, the guesser, or both.
 */
export interface Guesses {
  /**
   * Counts a guess and returns null, or does not count it and returns the seconds to wait. `now` is in milliseconds.
   */
  begin(name: string, now: number): number | null;
  /** After a right guess: forgets all guesses under the name. */
  forget(name: string): void;
  /** After a right guess, if others may guess under the same name: theirs still count, this one does not. */
  takeBack(name: string): void;
}

/** A guess as sent to other processes: its kind, its name, and its time or what became of it. */
export interface Guess {
  readonly kind: string;
  readonly name: string;
  readonly at: number | 'forgotten' | 'taken back';
}

type Count = { readonly count: number; readonly at: number };
type Counts = LRUCache<string, Count>;

/** Weak, because a process can have had many gateways, as in tests, and the counts of each take a megabyte. */
const countsOf = new Map<string, Set<WeakRef<Counts>>>();
const listeners = new Set<(guess: Guess) => void>();

/**
 * Calls the listener for every guess in this process; returns a function that records a guess of another process here.
 */
export function shareGuesses(listener: (guess: Guess) => void): (guess: Guess) => void {
  listeners.add(listener);
  return ({ kind, name, at }) => {
    for (const reference of countsOf.get(kind) ?? []) {
      const known = reference.deref();
      if (known) note(known, name, at);
    }
  };
}

function note(known: Counts, name: string, at: Guess['at']): void {
  const before = known.get(name);
  if (at === 'forgotten') known.delete(name);
  else if (at !== 'taken back') known.set(name, { count: counts(before, at) ? before.count + 1 : 1, at });
  else if (before) known.set(name, { count: Math.max(0, before.count - 1), at: before.at });
}

function counts(guess: Count | undefined, now: number): guess is Count {
  return guess !== undefined && now - guess.at <= REMEMBERED;
}

/**
 * Allows `free` guesses before the first wait. A guess counts when it begins, so that many at once gain nothing. `kind`
 * names the counts among processes that share their guesses.
 */
export function createGuesses(kind: string, free: number = FREE): Guesses {
  const known: Counts = new LRUCache({ max: MOST });
  countsOf.set(kind, (countsOf.get(kind) ?? new Set()).add(new WeakRef(known)));
  const tell = (name: string, at: Guess['at']) => {
    note(known, name, at);
    for (const listener of listeners) listener({ kind, name, at });
  };
  return {
    begin(name, now) {
      const guess = known.get(name);
      if (counts(guess, now) && guess.count >= free) {
        const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (guess.count - free));
        const left = guess.at + wait - now;
        if (left > 0) return Math.ceil(left / 1000);
      }
      tell(name, now);
      return null;
    },
    forget: name => tell(name, 'forgotten'),
    takeBack: name => tell(name, 'taken back'),
  };
}

/** Returns a RATE_LIMITED error with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords were sent; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
