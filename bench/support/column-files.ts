import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Returns the paths of a website's segments below a DATA_DIR. */
export function segmentsIn(dataDir: string, website: number): string[] {
  const columns = join(dataDir, 'columns');
  return statSync(columns, { throwIfNoEntry: false })
    ? readdirSync(columns, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.seg') && basename(dirname(name)) === String(website))
        .map(name => join(columns, name))
    : [];
}

/**
 * Makes the operating system forget the content of files, so that it has to read it from the disk. Returns false if it
 * does not do so here.
 */
export function forgetFiles(paths: readonly string[]): boolean {
  if (paths.length === 0) return false;
  try {
    // What was not written yet cannot be forgotten.
    for (const path of paths) {
      execFileSync('dd', [`of=${path}`, 'conv=notrunc,fdatasync', 'count=0', 'status=none']);
      execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
    }
    const resident = execFileSync('fincore', ['--bytes', '--noheadings', '--output', 'RES', ...paths]).toString();
    return resident.split('\n').every(bytes => Number(bytes) === 0);
  } catch {
    return false;
  }
}
