import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { SqliteFile } from '../db/dialects/sqlite-file.ts';
import { isLocked, openLockedFile } from '../db/locked-file.ts';
import { syncFolder } from '../process/durable.ts';

/** Milliseconds for which the last check of a folder is reused. */
const LOOK = 20;

/**
 * Held by the only process that may write and fold a spool; the operating system releases it when that process dies.
 */
export interface SpoolLock {
  /**
   * Publishes to every process on the folder since when the oldest unfolded hit has been waiting, in milliseconds since
   * 1970; 0 when none is.
   */
  publishOldest(at: number): void;
  release(): Promise<void>;
  /** Releases the lock and removes its file. */
  remove(): Promise<void>;
}

/**
 * Returns the lock of a spool, or null when it is already held, by another process or by this one. Rejects when the
 * disk fails.
 */
export async function lockSpool(folder: string, id: string): Promise<SpoolLock | null> {
  const path = lockPath(folder, id);
  try {
    return lockOf(await openLockedFile(path), path);
  } catch (error) {
    if (isLocked(error)) return null;
    throw error;
  }
}

/**
 * Returns the lock of a new spool. Other processes see the file only once it is locked, because they take an unlocked
 * one for abandoned and remove it. Rejects when the disk fails.
 */
export async function lockNewSpool(folder: string, id: string): Promise<SpoolLock> {
  const unseen = join(folder, `${id}.new`);
  try {
    const file = await openLockedFile(unseen);
    try {
      writeTime(unseen, 0);
      // The lock is on the file, whatever its name.
      renameSync(unseen, lockPath(folder, id));
      // What a power cut leaves of its first file is removed with the lock, which must therefore be durable before it.
      await syncFolder(folder);
      return lockOf(file, lockPath(folder, id));
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    rmSync(unseen, { force: true });
    throw error;
  }
}

function lockOf(file: SqliteFile, path: string): SpoolLock {
  return {
    publishOldest: at => writeTime(path, at),
    release: () => file.close(),
    async remove() {
      try {
        rmSync(path, { force: true });
      } finally {
        await file.close();
      }
    },
  };
}

/** Returns the ids of the spools in a folder, whichever process holds them; `files` are the names in it. */
export function listSpools(folder: string, files: readonly string[] = filesIn(folder)): string[] {
  return files.filter(file => file.endsWith('.lock')).map(file => file.slice(0, -'.lock'.length));
}

/**
 * Returns when the oldest waiting hit in any of these spools of a folder became durable, in milliseconds of `Date.now`,
 * or 0 when none waits. Spools of dead processes that are not adopted yet count too.
 */
export function oldestIn(folder: string, spools: readonly string[] = listSpools(folder)): number {
  const times = spools.map(id => readTime(lockPath(folder, id)));
  return times.reduce((oldest, at) => (at > 0 && (oldest === 0 || at < oldest) ? at : oldest), 0);
}

/**
 * Returns a function for the time up to which every durable hit is folded, in milliseconds since 1970. `oldest` returns
 * when the oldest waiting hit became durable, or 0; it is called at most once in LOOK milliseconds, and the time of that
 * check is used, so the function never claims too much. `now` returns milliseconds since 1970.
 */
export function freshnessOf(oldest: () => number, now: () => number): () => number {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let fresh = 0;
  return () => {
    if (performance.now() - lookedAt > LOOK) {
      const time = now();
      fresh = oldest() || time;
      lookedAt = performance.now();
    }
    return fresh;
  };
}

/**
 * The time is stored as the modification time of the lock file: it costs no sync, is visible to all at once, and
 * survives a kill.
 */
function writeTime(path: string, at: number): void {
  try {
    utimesSync(path, at / 1000, at / 1000);
  } catch {
    // A removed folder must not keep hits from being accepted.
  }
}

function readTime(path: string): number {
  return Math.round(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

/** Returns the paths of a spool's database files, in the order they were written. */
export function listSpoolFiles(folder: string, id: string): string[] {
  return filesIn(folder)
    .filter(file => file.startsWith(`${id}.`) && file.endsWith('.db'))
    .sort()
    .map(file => join(folder, file));
}

/** Returns the paths of a spool's database files and of all logs beside them, even of files that are gone. */
export function listTraces(folder: string, id: string): string[] {
  return filesIn(folder)
    .filter(file => file.startsWith(`${id}.`) && /\.db(-\w+)?$/.test(file))
    .map(file => join(folder, file));
}

/** Returns the path of a spool's n-th file. */
export function spoolFilePath(folder: string, id: string, n: number): string {
  return join(folder, `${id}.${String(n).padStart(9, '0')}.db`);
}

function lockPath(folder: string, id: string): string {
  return join(folder, `${id}.lock`);
}

/** Returns the names in a folder; a removed folder counts as empty, so that the gateway can still stop. */
export function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
