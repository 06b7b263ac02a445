import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What the disk or the rights of a file keep a command from, and the remedy; both are whole sentences. */
export interface Obstacle {
  readonly text: string;
  readonly fix: string;
}

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const FAILING = ['EIO', 'SQLITE_IOERR'];
const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'SQLITE_READONLY'];
/** SQLite reports SQLITE_IOERR, not SQLITE_FULL, if a disk has no room for the smallest file beside the database. */
const LEAST_FREE = 1024 * 1024;

/**
 * Returns the obstacle at this file or folder that an error of the system or of SQLite is about, or one of its causes;
 * null for any other error.
 */
export function obstacleOf(error: unknown, path: string): Obstacle | null {
  const code = codeOf(error);
  if (code === null) return null;
  if (FULL.includes(code) || (FAILING.includes(code) && freeAt(path) < LEAST_FREE))
    return { text: `The disk that holds ${path} is full.`, fix: 'Free some space on it.' };
  if (FAILING.includes(code))
    return { text: `The disk that holds ${path} fails.`, fix: "Check the disk and the system's log." };
  const paths = code.startsWith('SQLITE_') ? [path, ...filesBeside(path), dirname(path)] : [path];
  for (const one of paths) {
    const found = refusalAt(one, constants.R_OK) ?? refusalAt(one, constants.W_OK);
    if (found) return found;
  }
  return null;
}

/** Returns true if there is no such file or folder, and false for one that this user only cannot see. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Writes a file into a folder and removes it; returns the error, or null if both worked. */
export function tryWriting(folder: string, write = writeFileSync): unknown {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    write(probe, 'x', { flush: true });
    return null;
  } catch (error) {
    return error;
  } finally {
    // A full disk takes the name of a file, but not its content.
    if (existsSync(probe)) rmSync(probe);
  }
}

/** Does the same for a folder that may have to be created, as the service does: the nearest one above it is tried. */
export function tryFolder(path: string): unknown {
  const error = tryWriting(path);
  const isNew = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT' && !existsSync(path);
  return isNew && dirname(path) !== path ? tryFolder(dirname(path)) : error;
}

/** Does the same for a file, which stays as it is. */
export function tryFile(path: string): unknown {
  try {
    closeSync(openSync(path, 'r+'));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? tryFolder(dirname(path)) : error;
  }
}

/** Tries the file, or the nearest folder above it that exists. */
function refusalAt(path: string, mode: number): Obstacle | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) return refusalAt(dirname(path), mode);
    return refusalFor(code, path, mode === constants.R_OK ? 'read' : 'written');
  }
}

/** Words a refusal that the system reports with this code; null for other codes. */
export function refusalFor(code: string, path: string, verb: 'read' | 'written'): Obstacle | null {
  if (code === 'EROFS')
    return {
      text: `The disk that holds ${path} is mounted read-only.`,
      fix: 'Mount it so that it can be written, or choose another disk.',
    };
  if (code !== 'EACCES' && code !== 'EPERM') return null;
  return {
    text: `${path} cannot be ${verb} by this user.`,
    fix: 'Run the command as the user that runs the service; if this is that user, give it the rights to read and write there.',
  };
}

/** Returns what SQLite keeps beside a database, and its locks. */
function filesBeside(path: string): string[] {
  const isBeside = (name: string) => /^(-wal|-shm|\..*\.lock)$/.test(name.slice(basename(path).length));
  try {
    const names = readdirSync(dirname(path)).filter(name => name.startsWith(basename(path)) && isBeside(name));
    return names.map(name => join(dirname(path), name));
  } catch {
    return [];
  }
}

function freeAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

interface Chained {
  readonly code?: string;
  readonly syscall?: string;
  readonly cause?: unknown;
  /** The driver's error in one of Sequelize. */
  readonly original?: unknown;
}

/** Returns the first known code of an error and its causes. */
function codeOf(error: unknown): string | null {
  const known = [...FULL, ...FAILING, ...REFUSED];
  for (let at = error as Chained | undefined; at; at = (at.cause ?? at.original) as Chained | undefined) {
    if (known.includes(at.code ?? '')) return at.code ?? null;
    // Node reports this for a folder that is to be created on a read-only disk.
    if (at.code === 'ENOENT' && at.syscall === 'mkdir') return 'EROFS';
  }
  return null;
}
