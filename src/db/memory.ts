import { LRUCache } from 'lru-cache';

/** How long what another process has changed may still be answered as it was. */
const REMEMBERED = 1_000;
const MOST = 10_000;

/** What was read a moment ago, by name, for questions that come many times a second. */
export interface Memory<T extends object> {
  /** What `read` answers for this name, asked at most once in a second while it is not null. `now` is any clock in milliseconds. */
  recall(name: string, now: number, read: () => Promise<T | null>): Promise<T | null>;
  /** Makes every name be read again at its next use. */
  forget(): void;
}

/** A memory that knows nothing yet. */
export function createMemory<T extends object>(): Memory<T> {
  const known = new LRUCache<string, { readonly value: T; readonly readAt: number }>({ max: MOST });
  let forgotten = 0;

  return {
    async recall(name, now, read) {
      const found = known.get(name);
      // A clock that was set back must not make it last longer.
      if (found && Math.abs(now - found.readAt) < REMEMBERED) return found.value;
      const before = forgotten;
      const value = await read();
      // What was read while something was being changed may be from before, so it must not stay. Nothing is never kept: it may be made a moment later.
      if (value && forgotten === before) known.set(name, { value, readAt: now });
      return value;
    },
    forget() {
      known.clear();
      forgotten++;
    },
  };
}
