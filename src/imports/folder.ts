import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the folder of an import: its uploaded files, and its secret while it runs. */
export function folderOf(dataDir: string, id: number): string {
  return join(dataDir, 'imports', String(id));
}

/** Removes the folder of an import, if there is one. */
export async function removeFolder(dataDir: string, id: number): Promise<void> {
  await rm(folderOf(dataDir, id), { recursive: true, force: true });
}

/**
 * Returns the secret that the salts of an import are made of: 32 hex digits that exist nowhere but in its folder, and
 * end with it.
 */
export async function settleSecret(dataDir: string, id: number): Promise<string> {
  const folder = folderOf(dataDir, id);
  const path = join(folder, 'secret');
  const found = await readFile(path, 'utf8').catch(() => '');
  if (found.length === 32) return found;
  await mkdir(folder, { recursive: true });
  const secret = randomBytes(16).toString('hex');
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(secret);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return secret;
}
