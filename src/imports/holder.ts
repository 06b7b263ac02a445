import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openLockedFile } from '../db/locked-file.ts';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { makeFolder } from '../process/durable.ts';
import { folderOf } from './folder.ts';

/*
 * Who works on an import has a locked file in its folder, which exists before the database names the holder. When the file
 * is there and not locked, the holder is dead, whatever its lease says. Without the file nobody can know, for example
 * when the holder is on another machine.
 */

/** Locks the file of a holder. Returns a function that releases and removes it; it does not reject. */
export async function lockHolder(dataDir: string, id: number, holder: string): Promise<() => Promise<void>> {
  const path = pathOf(dataDir, id, holder);
  try {
    makeFolder(folderOf(dataDir, id));
    const file = await openLockedFile(path);
    return async () => {
      await file.close().catch(() => undefined);
      await removeFile(path);
    };
  } catch {
    // On a full disk, others wait for the lease.
    return () => removeFile(path);
  }
}

/** Removes the file, and the folder if nothing else is in it; another process may have removed them already. */
async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
  await rmdir(dirname(path)).catch(() => undefined);
}

/** Returns true if the holder of an import is dead for certain. */
export async function isHolderDead(
  dataDir: string,
  { id, holder }: Pick<ImportRow, 'id' | 'holder'>,
): Promise<boolean> {
  if (holder === null) return false;
  const path = pathOf(dataDir, id, holder);
  if (!existsSync(path)) return false;
  try {
    const file = await openLockedFile(path);
    await file.close();
    return true;
  } catch {
    return false;
  }
}

/** Ends the lease of a holder that is dead for certain. Returns true if it was. */
export async function releaseDead(
  { imports }: Pick<Database, 'imports'>,
  dataDir: string,
  { id, holder }: Pick<ImportRow, 'id' | 'holder'>,
  now: number,
): Promise<boolean> {
  if (holder === null || !(await isHolderDead(dataDir, { id, holder }))) return false;
  // Of several processes, or if it was released meanwhile, only one finds it.
  const [released] = await imports.update({ holder: null, heldUntil: now }, { where: { id, holder } });
  await rm(pathOf(dataDir, id, holder), { force: true });
  return released === 1;
}

function pathOf(dataDir: string, id: number, holder: string): string {
  return join(folderOf(dataDir, id), `held-${holder}`);
}
