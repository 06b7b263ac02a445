import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** What a command said. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in a process of its own, as an operator would: a line, or its words when they have spaces; `input` is typed into it. */
export async function footfall(
  line: string | readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<Run> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const child = spawn(process.execPath, [CLI, ...words], { env: { PATH: process.env.PATH ?? '', ...env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', part => out.push(part));
  child.stderr.on('data', part => err.push(part));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  const run = { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
  assert.doesNotMatch(run.out + run.err, /^\s+at |node:internal/m, 'no stack traces');
  return run;
}
