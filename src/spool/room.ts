import { open } from 'node:fs/promises';

/** How far a log is filled with zeros ahead of writing, and a signal to stop because a write is waiting. */
export interface SpoolRoom {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Small enough not to delay a commit to another file, or a write that waits for this one, noticeably. */
const ZEROS = Buffer.alloc(256 * 1024);

/**
 * Extends an SQLite log with zeros, which its reader takes for its end. Syncing data within a file costs a third of
 * syncing a file that grows, because the file system has no metadata of its own to write. If the disk has too little
 * space, the log stays as it was.
 */
export async function makeRoom(path: string, { bytes, signal }: SpoolRoom): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  try {
    for (let at = size; at < bytes && !signal.aborted; at += ZEROS.length) {
      await file.write(ZEROS, 0, ZEROS.length, at);
      await file.datasync();
    }
  } catch {
    await file.truncate(size);
  } finally {
    await file.close();
  }
}
