import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteFile, type SqliteFile } from '../db/dialects/sqlite-file.ts';
import { removeSegment } from './segment.ts';

/** Milliseconds between looks into a folder. */
const LOOK = 20;

/** Held by the one process that may write and fold a spool; the operating system drops it when that process dies. */
export interface SpoolLock {
  /** Tells every process on the folder since when the oldest hit has waited to be folded, in milliseconds; 0 when none waits. */
  tellOldest(at: number): void;
  release(): Promise<void>;
  /** Releases it and removes its file. */
  remove(): Promise<void>;
}

/** The lock of a spool, or null when another process, or this one, holds it. Rejects when the disk fails. */
export async function lockSpool(folder: string, id: string): Promise<SpoolLock | null> {
  const path = lockPath(folder, id);
  try {
    return lockOf(await openLocked(path), path);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

/**
 * The lock of a new spool. Others see its file only once it is locked, since one that is not they take for left behind and
 * remove. Rejects when the disk fails.
 */
export async function lockNewSpool(folder: string, id: string): Promise<SpoolLock> {
  const unseen = join(folder, `${id}.new`);
  try {
    const file = await openLocked(unseen);
    try {
      writeTime(unseen, 0);
      // What is locked is the file, whatever its name.
      renameSync(unseen, lockPath(folder, id));
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

async function openLocked(path: string): Promise<SqliteFile> {
  // Its journal would lie beside it, and stay there for ever when the process is killed.
  const file = await openSqliteFile(path, 'PRAGMA busy_timeout=0; PRAGMA journal_mode=MEMORY;');
  try {
    await file.run('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function lockOf(file: SqliteFile, path: string): SpoolLock {
  return {
    tellOldest: at => writeTime(path, at),
    release: () => file.close(),
    async remove() {
      rmSync(path, { force: true });
      await file.close();
    },
  };
}

/** The spools that lie in a folder, whoever holds them. */
export function listSpools(folder: string): string[] {
  return filesIn(folder)
    .filter(file => file.endsWith('.lock'))
    .map(file => file.slice(0, -'.lock'.length));
}

/**
 * When the oldest hit that waits in any spool of a folder became durable, in milliseconds of `Date.now`; 0 when none waits. A
 * spool that nobody has adopted yet is one of them.
 */
export function oldestIn(folder: string): number {
  const times = listSpools(folder).map(id => readTime(lockPath(folder, id)));
  return times.reduce((oldest, at) => (at > 0 && (oldest === 0 || at < oldest) ? at : oldest), 0);
}

/**
 * Tells up to when everything that became durable in the folder is folded. It looks at most once in LOOK milliseconds and
 * answers the time of that look, so that it never promises too much; `now` is milliseconds since 1970.
 */
export function freshnessOf(folder: string, now: () => number): () => number {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let fresh = 0;
  return () => {
    if (performance.now() - lookedAt > LOOK) {
      const time = now();
      fresh = oldestIn(folder) || time;
      lookedAt = performance.now();
    }
    return fresh;
  };
}

/** The time is that of the lock's file: it costs no sync, is there at once for all, and outlives a process that is killed. */
function writeTime(path: string, at: number): void {
  try {
    utimesSync(path, at / 1000, at / 1000);
  } catch {
    // Somebody has removed the folder; that must not keep hits from being taken.
  }
}

function readTime(path: string): number {
  return Math.round(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

/** Paths of a spool's segments, in the order they were written. */
export function listSegments(folder: string, id: string): string[] {
  return filesIn(folder)
    .filter(file => file.startsWith(`${id}.`) && file.endsWith('.db'))
    .sort()
    .map(file => join(folder, file));
}

/** Removes all files of a spool; its lock goes last, so that a process that dies meanwhile leaves something to be adopted. */
export async function removeSpool(folder: string, id: string, lock: SpoolLock): Promise<void> {
  for (const path of listSegments(folder, id)) removeSegment(path);
  await lock.remove();
}

/** The path of a spool's n-th segment. */
export function segmentPath(folder: string, id: string, n: number): string {
  return join(folder, `${id}.${String(n).padStart(9, '0')}.db`);
}

function lockPath(folder: string, id: string): string {
  return join(folder, `${id}.lock`);
}

/** A folder that somebody has removed holds nothing; that must not keep a gateway from stopping. */
function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
