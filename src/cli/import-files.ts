import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ImportSource } from '../domain/import.ts';
import { badInput } from '../errors.ts';
import { beginningsOf, sourceFiles } from '../imports/files.ts';
import { recognise } from '../imports/registry.ts';
import { byRotation } from '../imports/sources/access-log/rotation.ts';
import type { StoredFile } from '../imports/unpacked.ts';

/**
 * Returns the files that these paths name, those of a folder by the time of what is in them. Files of a folder that the source, or any
 * if it is null, does not recognise are named and left out. Throws BAD_USER_INPUT.
 */
export async function namedFiles(
  paths: readonly string[],
  source: ImportSource | null,
  tell: (text: string) => void,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const path of paths) {
    const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
      throw badInput({ file: [`${path} cannot be read (${cause.code}); name a readable file.`] });
    });
    if (found.isDirectory()) files.push(...(await filesIn(path, source, tell)));
    else if (found.isFile()) files.push({ name: basename(path), path: resolve(path), bytes: found.size });
    else throw badInput({ file: [`${path} is not a file; name a file, or a folder of files.`] });
  }
  return files;
}

async function filesIn(
  folder: string,
  source: ImportSource | null,
  tell: (text: string) => void,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  const sources = new Set<ImportSource>();
  const leaveOut = (name: string, why: string) => tell(`Left out: ${join(folder, name)} ${why}`);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    const path = resolve(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found) leaveOut(name, 'cannot be read.');
    else if (!found.isFile()) leaveOut(name, 'is not a file.');
    else if (found.size === 0) leaveOut(name, 'is empty.');
    else {
      const file = { name, path, bytes: found.size };
      const recognised = await recogniseFile(file, source).catch((error: Error) => error);
      if (recognised instanceof Error) leaveOut(name, `cannot be read (${recognised.message})`);
      else if (recognised === null) leaveOut(name, 'is not recognised.');
      else {
        files.push(file);
        sources.add(recognised);
      }
    }
  }
  const [first = 'access_log', second] = [...sources].sort();
  if (second !== undefined)
    throw badInput({ file: [`${folder} has files of the sources ${first} and ${second}; name one with --source.`] });
  if (files.length === 0) throw badInput({ file: [`${folder} has no files that can be imported; name files.`] });
  return files.sort((a, b) => byRotation(a.name, b.name));
}

/** Returns the source that a file is of; null if there is none. */
async function recogniseFile(file: StoredFile, source: ImportSource | null): Promise<ImportSource | null> {
  const beginnings = await beginningsOf(await sourceFiles([file], Number.MAX_SAFE_INTEGER));
  // A source that is named takes every file, so that each is asked as if none was.
  const found = recognise(beginnings, null);
  return found && (source === null || found.importer.source === source) ? found.importer.source : null;
}
