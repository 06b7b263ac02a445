import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run bench`: every figure that this machine can measure, one after another. Takes more than an hour.
 */
const folder = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
// Both read the same databases, which take minutes to load.
const loaded = [`--dir=${folder}`];
try {
  for (const [bench, options] of [
    ['collect.ts', []],
    ['fold.ts', []],
    ['read.ts', loaded],
    ['questions.ts', loaded],
    ['explain.ts', []],
    ['import.ts', []],
    ['soak.ts', []],
    ['lighthouse.ts', []],
    ['agents.ts', []],
  ] as const) {
    const path = fileURLToPath(new URL(bench, import.meta.url));
    const { status } = spawnSync(process.execPath, [path, ...options], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
