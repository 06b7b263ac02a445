import { createMemory, type Memory } from '../db/memory.ts';
import type { Database } from '../db/open.ts';
import type { Viewer } from './viewer.ts';

/**
 * A key as it was read. Times are milliseconds since 1970, UTC; `touchedAt` is the last use that was written or is
 * being written.
 */
export interface KnownKey {
  readonly viewer: Viewer;
  readonly expiresAt: number | null;
  touchedAt: number;
}

const memories = new WeakMap<Database, Memory<KnownKey>>();

/**
 * Returns the keys that this process has seen within the last second, by hash, so that no key's text stays in memory.
 */
export function knownKeys(database: Database): Memory<KnownKey> {
  const memory = memories.get(database) ?? createMemory();
  memories.set(database, memory);
  return memory;
}
