import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own. */
export interface SmallDisk {
  readonly folder: string;
  /** Makes it refuse every change, or allows changes again. */
  writable(may: boolean): void;
  remove(): void;
}

/** Mounts a file system of so many kilobytes; returns null where mounting is not allowed, which is only for root on Linux. */
export function mountSmallDisk(kilobytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-disk-'));
  const mount = (...options: string[]) =>
    execFileSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', folder], { stdio: 'pipe' });
  try {
    mount('-o', `size=${kilobytes}k`);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return {
    folder,
    writable: may => void mount('-o', may ? 'remount,rw' : 'remount,ro'),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills it with a file that is named `fill`, to the last byte or until so many are left. */
export function fillDisk({ folder }: SmallDisk, left = 0): void {
  const block = Buffer.alloc(4096);
  const file = openSync(join(folder, 'fill'), 'w');
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    if (left > 0) ftruncateSync(file, fstatSync(file).size - left);
  } finally {
    closeSync(file);
  }
}
