import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';

/** Milliseconds for which the files of a dry run are kept. */
export const KEPT_FOR = DAY;
/** Milliseconds after which an upload that has not grown belongs to a process that was killed. */
const UPLOAD_ENDS = 3_600_000;
/** Milliseconds for which visits are kept that were fetched from a Matomo, but not imported. */
const FETCHED_ENDS = 7 * DAY;
const OF_UPLOAD = /^(?:upload|followed)-/;
const OF_FETCHED = /^fetched-/;
const OF_IMPORT = /^\d+$/;

/**
 * Removes what is left in DATA_DIR/imports of uploads that were cut off, of followers that were killed, of fetches that nobody went on with for a week, of imports that are over or deleted, and of dry
 * runs that nobody has run for a day. Returns how many folders it removed.
 */
export async function cleanUpImports(
  { imports }: Pick<Database, 'imports'>,
  dataDir: string,
  now: number,
): Promise<number> {
  const folder = join(dataDir, 'imports');
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter(name => OF_IMPORT.test(name)).map(Number);
  const rows = ids.length === 0 ? [] : await imports.findAll({ where: { id: ids }, raw: true });
  const kept = new Set(rows.filter(row => needsFolder(row, now)).map(({ id }) => String(id)));
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const lasts = OF_UPLOAD.test(name) ? UPLOAD_ENDS : OF_FETCHED.test(name) ? FETCHED_ENDS : null;
    const isLeft = lasts === null ? OF_IMPORT.test(name) && !kept.has(name) : now - (await lastChange(path)) > lasts;
    if (!isLeft) continue;
    await rm(path, { recursive: true, force: true });
    removed++;
  }
  return removed;
}

/** Returns true for an import that is not over, and for a dry run that can still be run. */
function needsFolder({ finishedAt, dryRun, state }: ImportRow, now: number): boolean {
  if (finishedAt === null) return true;
  return dryRun === 1 && state === 'done' && now - finishedAt <= KEPT_FOR;
}

/** Returns when a folder or a file in it was changed last, in milliseconds since 1970, UTC. */
async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    [folder, ...names.map(name => join(folder, name))].map(path =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(...times);
}
