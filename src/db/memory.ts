import { LRUCache } from 'lru-cache';

/** How long what another process has changed may still be answered as it was. */
const REMEMBERED = 1_000;
const MOST = 10_000;

/** What was read a moment ago, by name, for questions that come many times a second. */
export interface Memory<T extends object> {
  /** What `read` answers for this name, asked at most once in a second while it is not null, however many ask at once. `now` is any clock in milliseconds. */
  recall(name: string, now: number, read: () => Promise<T | null>): Promise<T | null>;
  /** Makes every name be read again at its next use. */
  forget(): void;
}

/** A memory that knows nothing yet. */
export function createMemory<T extends object>(): Memory<T> {
  const known = new LRUCache<string, { readonly value: T; readonly readAt: number }>({ max: MOST });
  const underWay = new Map<string, Promise<T | null>>();

  async function readAnew(name: string, now: number, read: () => Promise<T | null>): Promise<T | null> {
    const reading = read();
    underWay.set(name, reading);
    try {
      const value = await reading;
      // What was read while something was being changed may be from before, so it must not stay. Nothing is never kept: it may be made a moment later.
      if (value && underWay.get(name) === reading) known.set(name, { value, readAt: now });
      return value;
    } finally {
      if (underWay.get(name) === reading) underWay.delete(name);
    }
  }

  return {
    async recall(name, now, read) {
      const found = known.get(name);
      // A clock that was set back must not make it last longer.
      if (found && Math.abs(now - found.readAt) < REMEMBERED) return found.value;
      return underWay.get(name) ?? readAnew(name, now, read);
    },
    forget() {
      known.clear();
      underWay.clear();
    },
  };
}
