import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { until as waitUntil } from '../../support/until.ts';
import type { Place, Scene } from '../fault.ts';
import type { BreakageName } from './breakages.ts';

const BREAK = new URL('./break.ts', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** The host that hits are sent for. */
export const HOST = 'faults.example';
/** Milliseconds after which a run gives up; only a machine that does much else needs so many. */
const PATIENCE = 300_000;
/** Milliseconds: what a stop may take, and what a machine adds that is several times slower and does much else. */
export const IN_TIME = 10_000 + 10_000;
/** Milliseconds after which a stop has failed. */
const NO_LONGER = IN_TIME + 2_000;
export const KEY = `ff_${'f'.repeat(40)}`;

export interface GatewayOptions {
  /** The port to listen on again after a restart. */
  readonly port?: number;
  /** The part of the service that is broken on purpose. */
  readonly broken?: BreakageName | undefined;
  /** Shared objects to load before the C library. */
  readonly preload?: string;
  /** A command and its arguments that run node. */
  readonly under?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Modules to load before the service, in its process and in each of its threads. */
  readonly imports?: readonly string[];
  /** The folder of another release that is to run. */
  readonly release?: string;
  /** True when it may exit instead of listening. */
  readonly mayEnd?: boolean;
}

/** The service in its own process, as `npm start` runs it. */
export interface GatewayChild {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves to the exit code of the process, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Returns its output so far. */
  output(): string;
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to how it ended and after how many milliseconds. */
  terminate(): Promise<{ code: number | string; ms: number }>;
}

/** Starts the service and resolves once it listens; `isReady` waits for more. It is killed when the scene is over. */
export async function launch(scene: Scene, place: Place, options: GatewayOptions = {}): Promise<GatewayChild> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...before] = [...(options.under ?? []), process.execPath];
  const imports = [...(options.imports ?? []), ...(options.broken ? [BREAK] : [])];
  const child = spawn(command, [...before, ...imports.flatMap(module => ['--import', module]), mainOf(options)], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.url,
      LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: join(tmpdir(), 'footfall-compile-cache'),
      ADMIN_API_KEY: KEY,
      TRUST_PROXY: '1',
      RATE_LIMIT: '1000000',
      COLLECT_RATE_LIMIT: '1000000000',
      MAX_NEW_VALUES: '1000000000',
      ...(options.broken ? { FAULTS_BREAK: options.broken } : {}),
      ...(options.preload ? { LD_PRELOAD: options.preload } : {}),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer) => {
    output = (output + text).slice(-200_000);
    if (process.env.FAULTS_LOG) appendFileSync(process.env.FAULTS_LOG, text);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = endOf(child);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  scene.later(kill);
  const gateway: GatewayChild = {
    url,
    port,
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    kill,
    async terminate() {
      const started = performance.now();
      child.kill('SIGTERM');
      const code = await Promise.race([ended, sleep(NO_LONGER, `nothing within ${NO_LONGER / 1_000} s`)]);
      return { code, ms: Math.round(performance.now() - started) };
    },
  };
  await until(async () => {
    if (child.exitCode !== null && options.mayEnd) return true;
    if (child.exitCode !== null) throw new Error(`The gateway exited with ${child.exitCode}:\n${output.slice(-2_000)}`);
    return (await status(`${url}/healthz`)) === 200;
  }, 'the gateway listens');
  return gateway;
}

function mainOf({ release }: GatewayOptions): string {
  return release === undefined ? MAIN : join(release, 'src/main.ts');
}

/** Launches the service and waits until everything works; on an empty database, the website is registered. */
export async function launchReady(scene: Scene, place: Place, options: GatewayOptions = {}): Promise<GatewayChild> {
  const gateway = await launch(scene, place, options);
  await isReady(gateway);
  const response = await fetch(`${gateway.url}/api/v1/websites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: HOST }),
  });
  if (response.status !== 201 && response.status !== 422)
    throw new Error(`The website was not registered: ${response.status} ${await response.text()}`);
  return gateway;
}

/** Resolves when /readyz returns 200, to how many milliseconds that took; rejects after `patience` ms. */
export async function isReady(gateway: Pick<GatewayChild, 'url'>, patience = PATIENCE): Promise<number> {
  const started = performance.now();
  await until(async () => (await status(`${gateway.url}/readyz`)) === 200, 'the gateway is ready', patience);
  return Math.round(performance.now() - started);
}

/** Returns the status of a GET; 0 when there is no response. */
export async function status(url: string, headers: Record<string, string> = {}): Promise<number> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Returns a metric of the gateway, summed over its labels. */
export async function metric(gateway: Pick<GatewayChild, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return text
    .split('\n')
    .filter(line => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Resolves when the gateway has folded about a hundred hits. */
export function someAreFolded(gateway: Pick<GatewayChild, 'url'>): Promise<void> {
  return until(async () => (await metric(gateway, 'footfall_hits_stored_total')) > 100, 'some hits are folded');
}

/** Waits as other tests do, but with the patience of these. */
export function until(isSo: () => Promise<boolean>, what: string, patience = PATIENCE): Promise<void> {
  return waitUntil(isSo, what, patience);
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal ?? 'unknown';
}
