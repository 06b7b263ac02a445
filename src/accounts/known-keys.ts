import { LRUCache } from 'lru-cache';
import type { Database } from '../db/open.ts';
import type { Viewer } from './viewer.ts';

/** How long a key that was revoked by another process may still be answered by this one. */
const REMEMBERED = 1_000;
const MOST = 10_000;

/** What was read of a key. Times are milliseconds since 1970, UTC; `touchedAt` is the last use that was written or is being written. */
export interface KnownKey {
  readonly viewer: Viewer;
  readonly expiresAt: number | null;
  readonly readAt: number;
  touchedAt: number;
}

/** By hash, so that the text of no key stays in memory. Wrong keys are not kept: one may be made a moment later. */
interface Keys {
  readonly known: LRUCache<string, KnownKey>;
  forgotten: number;
}

const keysOf = new WeakMap<Database, Keys>();

/** What `read` answers for this hash, asked at most once in a second while it is not null. */
export async function knownKey(
  database: Database,
  hash: Buffer,
  now: number,
  read: () => Promise<KnownKey | null>,
): Promise<KnownKey | null> {
  const keys = keysOf.get(database) ?? { known: new LRUCache({ max: MOST }), forgotten: 0 };
  keysOf.set(database, keys);
  const name = hash.toString('base64');
  const known = keys.known.get(name);
  // A clock that was set back must not make it last longer.
  if (known && Math.abs(now - known.readAt) < REMEMBERED) return known;
  const { forgotten } = keys;
  const found = await read();
  // What was read while a key was being revoked may be from before, so it must not stay.
  if (found && keys.forgotten === forgotten) keys.known.set(name, found);
  return found;
}

/** Makes this process read every key again at its next use. */
export function forgetKeys(database: Database): void {
  const keys = keysOf.get(database);
  if (!keys) return;
  keys.known.clear();
  keys.forgotten++;
}
