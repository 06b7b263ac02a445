import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { littleMemory } from '../../src/process/little-memory.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A gateway in its own process, as `deploy/footfall.service` runs it. */
export interface GatewayProcess {
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly key: string;
  readonly url: string;
  /** Milliseconds from the start of the process to its first 200 from /readyz. */
  readonly readyAfter: number;
  /** Returns the value of a metric, summed over its labels. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startGatewayProcess(env: Record<string, string>, main = MAIN): Promise<GatewayProcess> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const key = `ff_${'b'.repeat(40)}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const { execArgv, env: little } = littleMemory();
  const child = spawn(process.execPath, [...execArgv, main], {
    env: {
      ...little,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ADMIN_API_KEY: key,
      TRUST_PROXY: '1',
      RATE_LIMIT: '1000000',
      COLLECT_RATE_LIMIT: '100000000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(url, child);
  const readyAfter = performance.now() - started;
  return {
    port,
    pid: child.pid ?? 0,
    dataDir,
    key,
    url,
    readyAfter,
    async metric(name) {
      const text = await (await fetch(`${url}/metrics`)).text();
      return text
        .split('\n')
        .filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => {
          if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

/** Registers a website over REST. */
export async function registerWebsite(gateway: GatewayProcess, domain: string): Promise<void> {
  const response = await fetch(`${gateway.url}/api/v1/websites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain }),
  });
  if (response.status !== 201) throw new Error(`The website ${domain} was not registered: ${await response.text()}`);
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (child.exitCode !== null) throw new Error('The gateway exited before it was ready.');
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(10);
  }
  throw new Error('The gateway was not ready within ten seconds.');
}

/** Returns a port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
