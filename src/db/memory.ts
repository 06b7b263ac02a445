import { LRUCache } from 'lru-cache';

/** How long, in milliseconds, a value that another process has changed may still be returned unchanged. */
const REMEMBERED = 1_000;
const MOST = 10_000;

/** A cache of recently read values, by name, for reads that occur many times a second. */
export interface Memory<T extends object> {
  /**
   * Returns what `read` returns for this name, calling it at most once per second while the value is not null, however
   * many callers ask at once. `now` is any clock in milliseconds.
   */
  recall(name: string, now: number, read: () => Promise<T | null>): Promise<T | null>;
  /** Makes the next use of every name read again. */
  forget(): void;
}

/** Returns an empty memory. */
export function createMemory<T extends object>(): Memory<T> {
  const known = new LRUCache<string, { readonly value: T; readonly readAt: number }>({ max: MOST });
  const underWay = new Map<string, Promise<T | null>>();

  async function readAnew(name: string, now: number, read: () => Promise<T | null>): Promise<T | null> {
    const reading = read();
    underWay.set(name, reading);
    try {
      const value = await reading;
      // A value read during a change may be outdated, so it must not stay. A missing value is never kept, because it
      // may be created right after.
      if (value && underWay.get(name) === reading) known.set(name, { value, readAt: now });
      return value;
    } finally {
      if (underWay.get(name) === reading) underWay.delete(name);
    }
  }

  return {
    async recall(name, now, read) {
      const found = known.get(name);
      // Setting the clock back must not extend the lifetime of a value.
      if (found && Math.abs(now - found.readAt) < REMEMBERED) return found.value;
      return underWay.get(name) ?? readAnew(name, now, read);
    },
    forget() {
      known.clear();
      underWay.clear();
    },
  };
}
