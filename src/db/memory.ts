import { latestUsed } from '../domain/latest-used.ts';
import type { Database } from './open.ts';

/** How long, in milliseconds, a value that another process has changed may still be returned unchanged. */
const REMEMBERED = 1_000;
const MOST = 10_000;

/** Returns a function to the value of a database, which is made when it is first asked for. */
export function perDatabase<T>(make: (database: Database) => T): (database: Database) => T {
  const known = new WeakMap<Database, T>();
  return database => {
    const value = known.get(database) ?? make(database);
    known.set(database, value);
    return value;
  };
}

/** A cache of recently read values, by name, for reads that occur many times a second. */
export interface Memory<T extends object> {
  /** Calls `read` at most once per second for a name while its value is not null; `now` is any clock, in ms. */
  recall(name: string, now: number, read: () => Promise<T | null>): Promise<T | null>;
  /** Makes the next use of every name read again. */
  forget(): void;
}

/** Returns an empty memory. */
export function createMemory<T extends object>(): Memory<T> {
  const known = latestUsed<string, { readonly value: T; readonly readAt: number }>(MOST);
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
