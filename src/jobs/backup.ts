import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type BackupMade, backUp } from '../backup/backup.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { DAY } from '../domain/calendar.ts';
import { badInput } from '../errors.ts';
import { type Unfolded, waitUntilFolded } from '../fold/unfolded.ts';
import { makeFolder } from '../process/durable.ts';

/** Backups are named after their time, so that the names sort in order of time. */
const NAME = /^footfall-\d{8}T\d{6}Z\.backup\.gz$/;
/** The unfinished file of a killed backup; the number is its process id. */
const LEFT = /^footfall-\d{8}T\d{6}Z\.backup\.gz\.\d+\.part$/;
const FOLD_PATIENCE = 30_000;

export interface BackupOrder {
  /** A new file or a directory; null for `backups` in DATA_DIR. */
  readonly to: string | null;
  /** How many backups in the directory are kept; null for all of them. */
  readonly keep: number | null;
  readonly progress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** The backup, and the acknowledged hits that are missing in it because they are still in the spools. */
export type BackupDone = BackupMade & { readonly unfolded: Unfolded; readonly removed: readonly string[] };

/** Waits for acknowledged hits to be folded, then makes a backup. Throws BAD_USER_INPUT on `to` and `keep`. */
export async function makeBackup(
  database: Database,
  { dataDir }: { readonly dataDir: string },
  { to, keep, progress = () => {}, ...more }: BackupOrder,
): Promise<BackupDone> {
  const place = placeOf(to, dataDir);
  if (keep !== null && place.name !== null)
    throw badInput({
      keep: ['Old backups are removed only from a directory; name one with --to, or leave out --keep.'],
    });
  makeFolder(place.folder, 0o700);
  progress('Waiting for the fold.');
  const unfolded = (await isMigrated(database.dialect).catch(() => false))
    ? await waitUntilFolded(database, join(dataDir, 'spool'), FOLD_PATIENCE, more.signal)
    : { hits: 0, closed: [] };
  const now = Date.now();
  const path = join(place.folder, place.name ?? nameOf(now));
  if (existsSync(path)) throw badInput({ to: [`${path} already exists; name another file, or a directory.`] });
  const made = await backUp(database.dialect, path, {
    ...more,
    now,
    progress: (table, rows) => progress(`${rows} rows, now from ${table}`),
  });
  return { ...made, unfolded, removed: keep === null ? [] : removeOld(place.folder, keep, now) };
}

/** Returns the backups in DATA_DIR with their times in milliseconds since 1970, the latest first. */
export function listBackups(dataDir: string): { path: string; at: number }[] {
  const folder = join(dataDir, 'backups');
  return backupsIn(folder).map(name => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
}

function placeOf(to: string | null, dataDir: string): { folder: string; name: string | null } {
  if (to === null) return { folder: join(dataDir, 'backups'), name: null };
  const path = resolve(to);
  if (to.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())) return { folder: path, name: null };
  return { folder: resolve(path, '..'), name: basename(path) };
}

function nameOf(now: number): string {
  return `footfall-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`;
}

function backupsIn(folder: string): string[] {
  // A folder that cannot be read is not one without backups.
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder)
    .filter(name => NAME.test(name))
    .sort()
    .reverse();
}

/** Removes all but the latest backups, and unfinished files of killed ones; returns the removed paths. */
function removeOld(folder: string, keep: number, now: number): string[] {
  const left = readdirSync(folder).filter(name => LEFT.test(name) && statSync(join(folder, name)).mtimeMs < now - DAY);
  const paths = [...backupsIn(folder).slice(keep), ...left].map(name => join(folder, name));
  for (const path of paths) rmSync(path, { force: true });
  return paths;
}
