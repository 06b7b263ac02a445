import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type BackupMade, backUp } from '../backup/backup.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Database } from '../db/open.ts';
import { badInput } from '../errors.ts';
import { waitUntilFolded } from '../fold/unfolded.ts';

/** Made by the time, so that the order of the names is that of the backups. */
const NAME = /^footfall-\d{8}T\d{6}Z\.backup\.gz$/;
/** What a backup that was killed leaves: the number is that of its process. */
const LEFT = /^footfall-\d{8}T\d{6}Z\.backup\.gz\.\d+\.part$/;
const FOLD_PATIENCE = 30_000;
const DAY = 86_400_000;

export interface BackupOrder {
  /** A new file or a directory; null for `backups` in DATA_DIR. */
  readonly to: string | null;
  /** How many backups of the directory stay; null for all of them. */
  readonly keep: number | null;
  readonly progress?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** What was made, and how many hits that were acknowledged before it began are not in it, since the fold was far behind. */
export type BackupDone = BackupMade & { readonly waited: number; readonly removed: readonly string[] };

/** Makes a backup of all that is folded, after waiting for what was acknowledged before. Throws BAD_USER_INPUT about the place. */
export async function makeBackup(
  database: Database,
  { dataDir }: { readonly dataDir: string },
  { to, keep, progress = () => {}, ...more }: BackupOrder,
): Promise<BackupDone> {
  const place = placeOf(to, dataDir);
  if (keep !== null && place.name !== null)
    throw badInput({ keep: ['Only backups in a directory are counted; let --to name one, or leave --keep out.'] });
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  progress('Waiting for the fold.');
  const waited = (await isMigrated(database.dialect).catch(() => false))
    ? await waitUntilFolded(database, join(dataDir, 'spool'), FOLD_PATIENCE, more.signal)
    : 0;
  const now = Date.now();
  const path = join(place.folder, place.name ?? nameOf(now));
  if (existsSync(path)) throw badInput({ to: [`${path} is there already; name another file, or a directory.`] });
  const made = await backUp(database.dialect, path, {
    ...more,
    now,
    progress: (table, rows) => progress(`${rows} rows, now those of ${table}`),
  });
  return { ...made, waited, removed: keep === null ? [] : removeOld(place.folder, keep, now) };
}

/** The backups in DATA_DIR with their times in milliseconds, the latest first. */
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
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => NAME.test(name))
    .sort()
    .reverse();
}

/** Removes all but the latest, and what backups left that were killed; answers the paths. */
function removeOld(folder: string, keep: number, now: number): string[] {
  const left = readdirSync(folder).filter(name => LEFT.test(name) && statSync(join(folder, name)).mtimeMs < now - DAY);
  const paths = [...backupsIn(folder).slice(keep), ...left].map(name => join(folder, name));
  for (const path of paths) rmSync(path, { force: true });
  return paths;
}
