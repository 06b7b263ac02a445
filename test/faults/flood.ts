import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Fault, NotHere, type Outcome, type Scene } from './fault.ts';
import { fileLimit } from './sockets.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, launchReady, until } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

const FLOOD = fileURLToPath(new URL('./support/flood.ts', import.meta.url));
const SOCKETS = 10_000;
const BODIES = 40;
/** Longer than half-open sockets are kept, so that thousands of them are closed and opened again. */
const FLOODED = { short: 16_000, long: 30_000 };
/** Hits after which the memory is measured first. */
const WARM_UP = 8_000;
/**
 * The gateway may work for this many milliseconds between the beginning of a request to /healthz, on a new connection,
 * and its response, with one exception in a hundred: the time that it takes with a processor to itself. The short run
 * must hold on a machine that is several times slower.
 */
const WORK = { short: 400, long: 200 };
/** Responses after which a control may be over. */
const ENOUGH = 8;
/** How long a response may take where it has to share one. */
const HEALTHZ = 2_000;
/** In MiB, above what the gateway needs for two thousand hits a second. */
const MEMORY = 128;

/** Returns the resident memory of the gateway in MiB. */
function memoryOf({ pid }: GatewayChild): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Returns the milliseconds that the main thread of the gateway has worked so far. */
function workOf({ pid }: GatewayChild): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Resolves to the milliseconds until /healthz has responded on a new connection; infinite without a response. */
function healthz({ port }: GatewayChild): Promise<number> {
  const started = performance.now();
  return new Promise(resolve => {
    const request = get({ port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: 30_000 }, response => {
      response.resume().on('end', () => resolve(performance.now() - started));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(Number.POSITIVE_INFINITY));
  });
}

function percentile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;
}

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  if (fileLimit() < SOCKETS + 500) throw new NotHere('more open files are needed: ulimit -n 12000');
  if (!existsSync('/proc/self/status')) throw new NotHere('/proc is needed to measure memory');
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { broken });
  const warming = await sendHits(scene, gateway.port, { rate: 2_000, connections: 64 });
  await until(async () => warming.acknowledged().length >= WARM_UP, 'the gateway is warm');
  await warming.stop();
  const before = memoryOf(gateway);
  const sending = await sendHits(scene, gateway.port, { rate: 100, connections: 8 });
  const flood = spawn(process.execPath, [FLOOD, String(gateway.port), String(SOCKETS), String(BODIES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  scene.later(async () => void flood.kill('SIGKILL'));
  const lines = createInterface(flood.stdout);
  const took: number[] = [];
  const worked: number[] = [];
  let peak = before;
  const most = scene.short ? WORK.short : WORK.long;
  const end = performance.now() + (scene.short ? FLOODED.short : FLOODED.long);
  const isNoticed = () => scene.isControl && worked.length >= ENOUGH && percentile(worked, 0.99) > most;
  while (performance.now() < end && !isNoticed()) {
    const already = workOf(gateway);
    took.push(await healthz(gateway));
    worked.push(workOf(gateway) - already);
    peak = Math.max(peak, memoryOf(gateway));
    await sleep(50);
  }
  const ask = async () => {
    const line = once(lines, 'line');
    flood.stdin.write('\n');
    return JSON.parse(((await line) as [string])[0]) as Record<string, number>;
  };
  const areOpened = async () => Number((await ask()).opened) >= SOCKETS;
  if (!scene.isControl) await until(areOpened, 'all half-open sockets were accepted', 60_000).catch(() => undefined);
  const { opened, refused, cut } = await ask();
  flood.kill('SIGKILL');
  const sent = await sending.stop();
  const usual = percentile(took, 0.95);
  const work = percentile(worked, 0.99);
  const more = Math.round(peak - before);
  const sentences: string[] = [];
  if (work > most) sentences.push(`The gateway worked ${Math.round(work)} ms before it responded to /healthz.`);
  if (usual > HEALTHZ) sentences.push(`Responses to /healthz took ${Math.round(usual)} ms.`);
  if (more > MEMORY) sentences.push(`The gateway needed ${more} MiB more than before.`);
  if (Number(opened) < SOCKETS) sentences.push(`Only ${opened} of ${SOCKETS} half-open sockets were accepted.`);
  if (cut !== 0 || refused === 0) sentences.push(`${refused} bodies were refused; ${cut} got no response.`);
  if (Object.keys(sent.statuses).some(status => status !== '202'))
    sentences.push(`Other clients were not served: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(scene, place, gateway, [warming, sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      'sockets opened': Number(opened),
      'bodies refused': Number(refused),
      'usual healthz ms': Math.round(usual),
      'slowest healthz ms': Math.round(Math.max(...took)),
      'work before healthz ms': Math.round(work),
      'most work before healthz ms': Math.round(Math.max(...worked)),
      'collector p99 ms': Math.round(sent.p99),
      'memory MiB': Math.round(before),
      'more memory MiB': more,
      ...counted.figures,
    },
  };
}

export const flooded: Fault = {
  name: 'flood',
  promise:
    '10 000 half-open sockets while bodies of up to 100 MB are sent to every surface: /healthz responds after at most 200 ms of work, memory grows by at most 128 MiB, and every body gets its refusal',
  engines: ['SQLite'],
  alone: true,
  run: scene => run(scene),
  control: { with: 'greedyServer', shows: /healthz|MiB more|half-open sockets|got no response/, run },
};
