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
  /** After the right guess: all that was guessed under the name is forgotten. */
  forget(name: string): void;
  /** After the right guess where others may guess under the same name: theirs go on counting, this one does not. */
  takeBack(name: string): void;
}

/** What another process has to know of a guess: at which kind of lock, by which name, and when; or what came of it. */
export interface Guess {
  readonly kind: string;
  readonly name: string;
  readonly at: number | 'forgotten' | 'taken back';
}

type Count = { readonly count: number; readonly at: number };
type Counts = LRUCache<string, Count>;

/** Weak, since a process may have had many gateways, as tests do, and each count takes a megabyte. */
const countsOf = new Map<string, Set<WeakRef<Counts>>>();
const listeners = new Set<(guess: Guess) => void>();

/** Calls the listener for every guess in this process; what it answers notes a guess of another process in this one. */
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
 * `free` guesses before the first wait. A guess counts when it begins, so that many at once gain nothing. `kind` is what the
 * lock is called among processes that share their guesses.
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

/** RATE_LIMITED, with the seconds to wait. */
export function tooManyGuesses(seconds: number): AppError {
  return new AppError('RATE_LIMITED', `Too many wrong passwords were sent; try again in ${seconds} seconds.`, {
    retryAfter: seconds,
  });
}
