import { openSqliteFile, type SqliteFile } from './dialects/sqlite-file.ts';

/**
 * Opens a file that only this process can open like this, created if necessary; the operating system releases it when
 * the process dies. Rejects with SQLITE_BUSY if another process has it, or this one.
 */
export async function openLockedFile(path: string): Promise<SqliteFile> {
  // A journal file beside it would stay forever if the process were killed.
  const file = await openSqliteFile(path, 'PRAGMA busy_timeout=0; PRAGMA journal_mode=MEMORY;');
  try {
    await file.run('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns true for the error of a file that is locked. */
export function isLocked(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'SQLITE_BUSY';
}
