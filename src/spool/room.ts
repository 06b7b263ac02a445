import { open } from 'node:fs/promises';

/** How far a log is filled with zeros ahead of being written, and when that has to end because somebody waits to write. */
export interface SpoolRoom {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/** Small enough that a commit to another file does not notice, and whoever waits does not wait for long. */
const ZEROS = Buffer.alloc(256 * 1024);

/**
 * Lengthens an SQLite log by zeros, which its reader takes for its end. A sync of what lies within a file costs a third of one
 * that makes the file longer, since the file system has nothing of its own to write down. Without enough room on the disk the
 * log is left as it was.
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
