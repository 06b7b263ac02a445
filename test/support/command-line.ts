import assert from 'node:assert/strict';
import { type ChildProcess, type ChildProcessWithoutNullStreams, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './command-process.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const COMMANDS = fileURLToPath(new URL('./command-process.ts', import.meta.url));

type Line = string | readonly string[];

/** The result of a command. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The variables of every command: the PATH and the location of the compiled sources, which halves its start time. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}

/** Starts a command in a separate process, as an operator would, without the rest of the machine's environment. */
export function startFootfall(words: readonly string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [CLI, ...words], { env: { ...bareEnvironment(), ...env } });
}

/** Runs a command to its end in a separate process: a line, or words that contain spaces; `input` is its stdin. */
export async function footfallAlone(line: Line, env: Record<string, string>, input = ''): Promise<Run> {
  const child = startFootfall(wordsOf(line), env);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', part => out.push(part));
  child.stderr.on('data', part => err.push(part));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  return withoutStack({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
}

/** Runs a command to its end in a shared process, which is several times as fast; commands wait for each other. */
export function footfall(line: Line, env: Record<string, string>, input = ''): Promise<Run> {
  const turn = queue.then(() => {
    shared ??= startShared();
    const order: Order = { words: wordsOf(line), env: { ...bareEnvironment(), ...env }, input };
    return runShared(shared, order);
  });
  queue = turn.catch(() => undefined);
  return turn;
}

async function runShared(child: ChildProcess, order: Order): Promise<Run> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const run = once(child, 'message', { signal }).then(([result]) => withoutStack(result as Run));
  const ended = once(child, 'exit', { signal }).then(([code]) =>
    assert.fail(`The process of the commands ended with ${code}.`),
  );
  child.send(order);
  try {
    return await Promise.race([run, ended]);
  } finally {
    // The process outlives many commands.
    waiting.abort();
    await Promise.allSettled([run, ended]);
  }
}

let shared: ChildProcess | undefined;
let queue: Promise<unknown> = Promise.resolve();

function startShared(): ChildProcess {
  const child = fork(COMMANDS, {
    env: bareEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.once('exit', () => {
    shared = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}

function wordsOf(line: Line): readonly string[] {
  return typeof line === 'string' ? line.split(' ') : line;
}

function withoutStack(run: Run): Run {
  assert.doesNotMatch(run.out + run.err, /^\s+at |node:internal/m, 'no stack traces');
  return run;
}
