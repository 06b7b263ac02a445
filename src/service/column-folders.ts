import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesIn, listSpools, lockNewSpool, lockSpool, type SpoolLock } from '../spool/lock.ts';

/** Held by the process that packs the columns in a folder. */
export const PACKING = 'packing';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Marks the columns that a process reads as used; the mark ends with the process, however that ends. */
export class UsedFolder {
  #mark: { readonly folder: string; readonly id: string; readonly lock: SpoolLock } | null = null;

  /** Marks a folder, which is made if it does not exist, in place of the one before. */
  async use(folder: string): Promise<void> {
    const mark = this.#mark;
    if (mark?.folder === folder && existsSync(join(folder, `${mark.id}.lock`))) return;
    mkdirSync(folder, { recursive: true });
    const id = randomUUID();
    this.#mark = { folder, id, lock: await lockNewSpool(folder, id) };
    await mark?.lock.remove();
  }

  async release(): Promise<void> {
    const mark = this.#mark;
    this.#mark = null;
    await mark?.lock.remove();
  }
}

/**
 * Removes the columns of other databases beside `folder`, and of earlier states of this one, that no process uses, and
 * the marks of processes that were killed. Returns the names of the folders that were removed.
 */
export async function removeUnused(folder: string): Promise<string[]> {
  const removed: string[] = [];
  const others = dirname(folder);
  for (const name of filesIn(others).filter(name => ID.test(name))) {
    const path = join(others, name);
    const locks = await lockAll(path, name === basename(folder) ? [PACKING] : []);
    if (name !== basename(folder) && locks.length === listSpools(path).length) {
      rmSync(path, { recursive: true, force: true });
      removed.push(name);
    }
    for (const lock of locks) await lock.remove();
  }
  return removed;
}

/** Returns the locks of a folder that no living process holds. */
async function lockAll(folder: string, except: readonly string[]): Promise<SpoolLock[]> {
  const locks: SpoolLock[] = [];
  for (const id of listSpools(folder).filter(id => !except.includes(id))) {
    // What cannot be locked counts as held.
    const lock = await lockSpool(folder, id).catch(() => null);
    if (lock) locks.push(lock);
  }
  return locks;
}
