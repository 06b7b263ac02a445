import { existsSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Progress, readProgress } from '../../db/columns/backlog.ts';
import { COLUMNS_ID, ColumnStore, LEAST_FREE } from '../../db/columns/store.ts';
import { readSetting } from '../../db/models/setting.ts';
import type { Database } from '../../db/open.ts';
import { counted } from '../../domain/counted.ts';
import { filesIn } from '../../spool/lock.ts';
import { tryWriting } from '../obstacle.ts';
import { type Finding, findings, reasonOf, size } from './finding.ts';

/** The columns of a database on this machine. */
interface Columns {
  readonly store: ColumnStore;
  readonly progress: Progress;
}

/** Returns null before the service has first packed anything. Writes nothing. */
export async function examineColumns(database: Database, { dataDir }: Config): Promise<Columns | null> {
  const id = await readSetting(database, COLUMNS_ID);
  if (id === null) return null;
  const store = new ColumnStore(join(dataDir, 'columns', id));
  return { store, progress: await readProgress({ dialect: database.dialect, store }) };
}

/** Returns a sentence about how much is packed. */
export function progressText({ days, packed, bytes }: Progress): string {
  if (days === 0) return 'No completed day has visits yet.';
  if (packed === days) return `All ${counted(days, 'completed day')} are packed, in ${size(bytes)}.`;
  return `${packed} of ${counted(days, 'completed day')} are packed, in ${size(bytes)}.`;
}

/** Checks how much is packed on this machine, and whether the rest can be. */
export async function checkColumns(database: Database, config: Config): Promise<Finding[]> {
  const { ok, warn } = findings('columns');
  const columns = await examineColumns(database, config);
  if (!columns) return [ok('Nothing is packed yet; the service does that.')];
  const { store, progress } = columns;
  const found = checkFolder(store.folder, config);
  const isFolder = found.length === 0;
  if (progress.packed === progress.days) found.push(ok(progressText(progress)));
  else
    found.push(
      warn(
        `${progressText(progress)} Filters on the others read rows, which takes longer.`,
        'The service packs them in the background; if this does not change, its log says why.',
      ),
    );
  const beside = isFolder ? filesIn(dirname(store.folder)) : [];
  const others = beside.filter(name => name !== basename(store.folder));
  if (others.length > 0)
    found.push(
      ok(
        `${counted(others.length, 'folder')} in ${dirname(store.folder)} ${others.length === 1 ? 'belongs' : 'belong'} to another database, or to this one before a restore or an upgrade; the service removes those that no process uses.`,
      ),
    );
  return found;
}

function checkFolder(folder: string, { dataDir }: Config): Finding[] {
  const { warn } = findings('columns');
  const made = [folder, dirname(folder)].find(existsSync);
  if (!made) return [];
  const effect = 'days that are not packed are read from rows, which takes longer.';
  const { bavail, bsize } = statfsSync(made);
  if (bavail * bsize < LEAST_FREE)
    return [
      warn(
        `${size(bavail * bsize)} is free on the disk of ${dataDir}, which is left to the hits; ${effect}`,
        'Free some space; packing continues by itself within ten minutes.',
      ),
    ];
  const error = tryWriting(made);
  if (error === null) return [];
  return [
    warn(
      `${made} cannot be written to (${reasonOf(error)}); ${effect}`,
      'Make it writable for the user that runs the service, or remove it; packing continues by itself within ten minutes.',
    ),
  ];
}
