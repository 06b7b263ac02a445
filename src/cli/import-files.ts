import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ImportSource } from '../domain/import.ts';
import { badInput } from '../errors.ts';
import { beginningsOf, sourceFiles } from '../imports/files.ts';
import { groupBySource, whyNotTogether } from '../imports/grouping.ts';
import type { Beginning } from '../imports/importer.ts';
import { byRotation } from '../imports/sources/access-log/rotation.ts';
import type { StoredFile } from '../imports/unpacked.ts';

/** A file, and the path by which people know it. */
interface Named {
  readonly file: StoredFile;
  readonly path: string;
  /** True for one of a folder, which may have others than those to import. */
  readonly isOfFolder: boolean;
}

interface Options {
  /** Null to have it recognised. */
  readonly source: ImportSource | null;
  /** Columns with names of their own are recognised by nothing. */
  readonly hasMapping: boolean;
}

/**
 * Returns the files that these paths name, those of a folder by the time of what is in them. Files of a folder that do not
 * belong to the others are named to `tell` and left out. Throws BAD_USER_INPUT, also for such a file that is named itself.
 */
export async function namedFiles(
  paths: readonly string[],
  options: Options,
  tell: (text: string) => void,
): Promise<StoredFile[]> {
  const named: Named[] = [];
  for (const path of paths) {
    const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
      throw badInput({ file: [`${path} cannot be read (${cause.code}); name a readable file.`] });
    });
    if (found.isDirectory()) {
      const files = await filesIn(path, tell);
      if (files.length === 0)
        throw badInput({ file: [`${path} has no files that can be imported; name the files themselves.`] });
      named.push(...files);
    } else if (found.isFile())
      named.push({
        file: { name: basename(path), path: resolve(path), bytes: found.size },
        path,
        isOfFolder: false,
      });
    else throw badInput({ file: [`${path} is not a file; name a file, or a folder of files.`] });
  }
  // A single file, and what a mapping or a source is named for, is recognised by the import itself.
  const isAsked =
    !options.hasMapping && named.length > 1 && (options.source === null || named.some(one => one.isOfFolder));
  const taken = isAsked ? await thoseOfOneSource(named, options.source, tell) : named;
  return taken.map(({ file }) => file);
}

async function filesIn(folder: string, tell: (text: string) => void): Promise<Named[]> {
  const files: Named[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && found.size > 0)
      files.push({ file: { name, path: resolve(path), bytes: found.size }, path, isOfFolder: true });
    else tell(leftOut(path, found === null ? 'cannot be read.' : whyNot(found)));
  }
  return files.sort((a, b) => byRotation(a.file.name, b.file.name));
}

function whyNot(found: { isFile(): boolean; isDirectory(): boolean }): string {
  if (found.isFile()) return 'is empty.';
  return found.isDirectory() ? 'is a folder; name it as well to import what is in it.' : 'is not a file.';
}

function leftOut(path: string, why: string): string {
  return `Left out: ${path} ${why}`;
}

interface Begun extends Named {
  readonly beginnings: readonly Beginning[];
}

/** Returns the files that are of one source together, in their order. */
async function thoseOfOneSource(
  named: readonly Named[],
  source: ImportSource | null,
  tell: (text: string) => void,
): Promise<readonly Named[]> {
  const begun: Begun[] = [];
  for (const one of named) {
    const beginnings = await beginningsIn(one.file).catch((error: Error) => error);
    if (beginnings instanceof Error) {
      if (!one.isOfFolder) throw badInput({ file: [beginnings.message] });
      tell(leftOut(one.path, `cannot be read (${beginnings.message})`));
    } else if (beginnings.length > 0) begun.push({ ...one, beginnings });
    // Of one that was named, the import itself has a note.
    else if (one.isOfFolder) tell(leftOut(one.path, 'is empty.'));
  }
  const grouped = groupBySource(begun);
  const groups = grouped.groups.filter(({ importer }) => source === null || importer.source === source);
  const [group] = groups;
  if (!group) {
    if (!named.some(one => one.isOfFolder)) return named;
    throw badInput({
      file: [
        `None of the files is recognised${source === null ? '' : ` as ${source}`}; name the files to import, with --source.`,
      ],
    });
  }
  const others = begun.filter(one => !groups.some(({ files }) => files.includes(one)));
  for (const { path, isOfFolder } of others)
    if (isOfFolder)
      tell(
        leftOut(
          path,
          `is not recognised as part of the export of ${group.importer.source}; to import it, name it by itself.`,
        ),
      );
  const rest = source === null ? others.filter(one => !one.isOfFolder) : [];
  const why = whyNotTogether({ groups, rest });
  if (why) throw badInput({ file: [`${why.file.path}: ${why.reason}`] });
  return named.filter(one => !one.isOfFolder || group.files.some(({ path }) => path === one.path));
}

/** Returns the beginnings of what is in a file, without those that are empty. */
async function beginningsIn(file: StoredFile): Promise<Beginning[]> {
  const beginnings = await beginningsOf(await sourceFiles([file], Number.MAX_SAFE_INTEGER));
  return beginnings.filter(({ text }) => text.trim() !== '');
}
