import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeSegment } from './spool-segment.ts';
import { openSqliteFile } from './sqlite-file.ts';

/** Held by the one process that may write and fold a spool; the operating system drops it when that process dies. */
export interface SpoolLock {
  release(): Promise<void>;
  /** Releases it and removes its file. */
  remove(): Promise<void>;
}

/** The lock of a spool, or null when another process, or this one, holds it. Rejects when the disk fails. */
export async function lockSpool(folder: string, id: string): Promise<SpoolLock | null> {
  const path = join(folder, `${id}.lock`);
  const file = await openSqliteFile(path, 'PRAGMA busy_timeout=0;');
  try {
    await file.run('BEGIN EXCLUSIVE');
  } catch (error) {
    await file.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return {
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

/** A folder that somebody has removed holds nothing; that must not keep a gateway from stopping. */
function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
