import { statfs } from 'node:fs/promises';

/** The share of a disk that imports leave free, because hits are stored there; at most so many bytes. */
const KEPT_SHARE = 0.05;
const MOST_KEPT = 1024 ** 3;

/** Returns the bytes that an import may still write to a folder; negative if the disk is fuller than it should be. */
export async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(MOST_KEPT, blocks * bsize * KEPT_SHARE);
}

const FULL = 'ENOSPC';

/** Returns the error of a full disk, as the system has it. */
export function fullDisk(): Error {
  return Object.assign(new Error('The disk is full.'), { code: FULL });
}

/** Returns true for the errors of a disk that takes no more. */
export function isDiskFull(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return [FULL, 'EDQUOT', 'EFBIG'].includes(code);
}
