import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isMissing, obstacleOf, tryFile, tryFolder } from '../obstacle.ts';
import { type Finding, findings, reasonOf } from './finding.ts';

/** Checks that the service can write DATA_DIR and what is in it, or create them. */
export function checkDataDir({ dataDir, backupDays }: Config): Finding[] {
  const { ok } = findings('DATA_DIR');
  const refused = unwritable('DATA_DIR', dataDir, tryFolder(dataDir), 'the service cannot start');
  if (refused) return [refused];
  if (isMissing(dataDir)) return [ok(`${dataDir} does not exist yet; the service creates it.`)];
  const folderIn = (check: string, name: string, result: string) =>
    unwritable(check, join(dataDir, name), tryFolder(join(dataDir, name)), result);
  const list = join(dataDir, 'revocations');
  const found = [
    folderIn('spool', 'spool', 'the service cannot start'),
    backupDays > 0 ? folderIn('backups', 'backups', 'no automatic backup is made') : null,
    unwritable('revocations', list, tryFile(list), 'restoring a backup would revive keys that are revoked from now on'),
  ].filter(each => each !== null);
  return [ok(`${dataDir} can be written to.`), ...found];
}

/** Checks that the service can write the file of an SQLite database and the lock beside it, or create them. */
export function checkDatabaseFile(file: string): Finding[] {
  const lock = `${file}.migrate.lock`;
  const found = isMissing(file)
    ? unwritable('database', file, tryFile(file), 'the service cannot create it')
    : unwritable('database', lock, tryFile(lock), 'the service waits for the database forever');
  return found ? [found] : [];
}

function unwritable(check: string, path: string, error: unknown, result: string): Finding | null {
  if (error === null) return null;
  const obstacle = obstacleOf(error, path);
  const text = `${path} cannot be written to (${reasonOf(error)}), so ${result}.${obstacle ? ` ${obstacle.text}` : ''}`;
  return findings(check).fail(text, obstacle?.fix ?? inTheWay(error) ?? REMEDY);
}

const REMEDY = 'Make it writable for the user that runs the service, or set DATA_DIR or DATABASE_URL to another place.';

function inTheWay(error: unknown): string | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'A folder is in the place of this file; move it away.';
  return code === 'ENOTDIR' || code === 'EEXIST' ? 'A file is in the place of a folder; move it away.' : null;
}
