import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Scene } from '../fault.ts';
import { HOST, until } from './gateway.ts';
import type { SendOrder, SendResult } from './sender.ts';

const SENDER = fileURLToPath(new URL('./sender.ts', import.meta.url));

/** Hits being sent from their own process. */
export interface Sending {
  readonly prefix: string;
  /** Stops sending once the requests in flight have responses. */
  stop(): Promise<SendResult>;
  /** Returns the numbers of the hits acknowledged so far. */
  acknowledged(): number[];
  /** Resolves once a hit is acknowledged; on a busy machine, that takes seconds. */
  begun(): Promise<void>;
}

let senders = 0;

/** Starts sending hits to a port, whichever process listens there. */
export async function sendHits(
  scene: Scene,
  port: number,
  more: Partial<Pick<SendOrder, 'connections' | 'rate' | 'visitors'>> = {},
): Promise<Sending> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-journal-'));
  const journal = join(folder, 'acknowledged');
  const prefix = `p${process.pid}x${++senders}`;
  const order: SendOrder = {
    port,
    host: HOST,
    prefix,
    connections: scene.short ? 16 : 64,
    rate: scene.short ? 250 : 2_000,
    visitors: 500,
    journal,
    ...more,
  };
  const child = spawn(process.execPath, [SENDER, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  scene.later(async () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  let result: Promise<SendResult> | undefined;
  const acknowledged = () => readFileSync(journal, 'utf8').split('\n').filter(Boolean).map(Number);
  return {
    prefix,
    acknowledged,
    begun: () => until(async () => acknowledged().length > 0, 'a hit is acknowledged'),
    stop() {
      result ??= (async () => {
        child.kill('SIGTERM');
        const line = (await lines.next()).value as string | undefined;
        if (child.exitCode === null) await once(child, 'exit');
        if (!line) throw new Error('The sender exited without reporting what it had sent.');
        return JSON.parse(line) as SendResult;
      })();
      return result;
    },
  };
}
