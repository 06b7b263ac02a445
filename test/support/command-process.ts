import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { CommanderError } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import './time-limits.ts';

/*
 * Runs the commands it is sent, one after another, each with its own environment and streams. A command in a separate
 * process spends most of its time loading the sources, which happens here once.
 */

/** A command to be run. */
export interface Order {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

process.umask(0o077);
process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => process.send?.(await run(order)));

async function run({ words, env, input }: Order): Promise<{ code: number; out: string; err: string }> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: collect(out), stderr: collect(err) };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  globalThis.console = new Console(streams);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = 0;
  try {
    await createProgram(program => program.exitOverride()).parseAsync([...words], { from: 'user' });
  } catch (error) {
    // Commander ends the process when it shows help or refuses options.
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
  }
  return { code: process.exitCode, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

function collect(parts: Buffer[]): Writable {
  return new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
}
