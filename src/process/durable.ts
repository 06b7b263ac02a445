import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates a folder, and those above it that are missing; not even a power loss removes them. */
export function makeFolder(path: string, mode?: number): void {
  const last = resolve(path);
  const first = mkdirSync(last, { recursive: true, ...(mode === undefined ? {} : { mode }) });
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

/** Makes whatever was created, renamed or removed in the folder survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  if (existsSync(folder)) await syncPath(folder);
}

/** The same for a folder that exists, and for the content of a file. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
