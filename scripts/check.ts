import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/*
 * `npm run check`: all checks that are not tests, as many at once as there are cores. Each runs even if others fail,
 * and each is also a script `check:NAME` in package.json.
 */

/** The slowest come first. */
const CHECKS = ['types', 'style', 'unused', 'published', 'layers'];

const waiting = [...CHECKS];
let failed = 0;
const next = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) await check(name);
};
await Promise.all(Array.from({ length: availableParallelism() }, next));
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a check and prints its name, and its output if it fails. */
async function check(name: string): Promise<void> {
  const begun = performance.now();
  const run = spawn('npm', ['run', '-s', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', part => said.push(part));
  const [code] = await once(run, 'close');
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  check:${name} (${seconds} s)`);
  if (code === 0) return;
  failed++;
  process.stdout.write(Buffer.concat(said));
}
