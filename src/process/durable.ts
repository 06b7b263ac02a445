import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates a folder, and those above it that are missing; not even a power loss removes them. */
export function makeFolder(path: string, mode?: number): void {
  const last = resolve(path);
  const first = makeMissing(last, mode);
  if (first === undefined) return;
  for (let made = last; made.length >= first.length; made = dirname(made)) {
    const above = openSync(dirname(made), 'r');
    try {
      fsyncSync(above);
    } finally {
      closeSync(above);
    }
  }
}

/**
 * Returns the uppermost folder that it created. Node's own recursion never ends where the parent exists but cannot hold
 * a folder, as in /proc.
 */
function makeMissing(path: string, mode: number | undefined, isAgain = false): string | undefined {
  try {
    mkdirSync(path, mode);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
    if (code !== 'ENOENT' || isAgain || dirname(path) === path) throw error;
    const first = makeMissing(dirname(path), mode);
    return makeMissing(path, mode, true) === undefined ? first : (first ?? path);
  }
}

/** Makes whatever was created, renamed or removed in the folder survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await syncPath(folder);
}

/** The same for a folder that exists, and for the content of a file. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
