import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { find } from '../../support/programs.ts';
import { NotHere, type Scene } from '../fault.ts';

const SOURCE = fileURLToPath(new URL('./shim.c', import.meta.url));

/** A layer between a process and its C library. */
export interface Shim {
  /** The launch options that put a gateway under the shim. */
  readonly options: { readonly preload: string; readonly env: Readonly<Record<string, string>> };
  /** Sets the clock off by this many milliseconds. */
  jump(milliseconds: number): void;
  /** From now on, files of these kinds cannot be synced; an empty list ends it. */
  breakSync(files: readonly ('spool' | 'database')[]): void;
}

/** Compiles the shim; throws NotHere without a compiler. */
export function makeShim(scene: Scene): Shim {
  const gcc = find('gcc');
  if (!gcc || process.platform !== 'linux')
    throw new NotHere('Linux and gcc are needed (apt-get install gcc libc6-dev)');
  const folder = mkdtempSync(join(tmpdir(), 'footfall-shim-'));
  scene.later(async () => rmSync(folder, { recursive: true, force: true }));
  const preload = join(folder, 'shim.so');
  execFileSync(gcc, ['-O2', '-shared', '-fPIC', '-o', preload, SOURCE, '-ldl'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const path = join(folder, 'control');
  const control = openSync(path, 'w+');
  scene.later(async () => closeSync(control));
  writeSync(control, Buffer.alloc(16));
  return {
    options: { preload, env: { FAULTS_SHIM: path } },
    jump(milliseconds) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(milliseconds));
      writeSync(control, bytes, 0, 8, 0);
    },
    breakSync(files) {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE((files.includes('spool') ? 1 : 0) + (files.includes('database') ? 2 : 0));
      writeSync(control, bytes, 0, 4, 8);
    },
  };
}
