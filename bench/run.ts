import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * `npm run bench`: every figure that this machine can measure, one after another. Takes about three quarters of an
 * hour.
 */
for (const bench of ['collect.ts', 'fold.ts', 'read.ts', 'questions.ts', 'soak.ts', 'lighthouse.ts', 'agents.ts']) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(bench, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
