import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { find } from '../support/programs.ts';
import { type Fault, NotHere, type Outcome, type Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { launchReady, until } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { probeWhile, SLOWNESS } from './support/probe.ts';
import { check } from './support/tally.ts';

const SOCKETS = fileURLToPath(new URL('./support/sockets.ts', import.meta.url));
const WATCHED = 21_000;
const CLOSED_WITHIN = 15_000;

/** Ways to begin a request and never finish it: the bytes sent at once, and the bytes sent every second after that. */
const SLOW = [
  { way: 'silent', first: '', more: '' },
  { way: 'headers', first: 'POST /api/event HTTP/1.1\r\nHost: x\r\n', more: 'X-A: b\r\n' },
  {
    way: 'body',
    first:
      'POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"page":"',
    more: 'a',
  },
];

async function runSlow(scene: Scene, each: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port, { rate: 100 });
  const stillOpen = new Map(SLOW.map(({ way }) => [way, each]));
  let longest = 0;
  for (const { way, first, more } of SLOW) {
    for (let index = 0; index < each; index++) {
      const opened = performance.now();
      const socket = connect({ port: gateway.port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(first);
      const dribble = setInterval(() => socket.write(more), 1_000);
      socket.on('close', () => {
        clearInterval(dribble);
        longest = Math.max(longest, performance.now() - opened);
        stillOpen.set(way, (stillOpen.get(way) ?? 0) - 1);
      });
      scene.later(async () => {
        clearInterval(dribble);
        socket.destroy();
      });
    }
  }
  // Other faults run at the same time, so responses are not as fast as on a machine of its own.
  const probed = await probeWhile(gateway, WATCHED, { healthz: { status: 200, within: SLOWNESS } });
  const sentences = [...probed.broken];
  const areClosed = async () => [...stillOpen.values()].every(left => left === 0);
  if (!scene.isControl) await until(areClosed, 'all slow sockets are closed', 60_000).catch(() => undefined);
  for (const [way, left] of stillOpen)
    if (left > 0) sentences.push(`${left} of ${each} slow sockets (${way}) were still open after ${WATCHED} ms.`);
  if (longest > CLOSED_WITHIN + SLOWNESS) sentences.push(`A slow socket was open for ${Math.round(longest)} ms.`);
  const sent = await sending.stop();
  if (Object.keys(sent.statuses).some(status => status !== '202'))
    sentences.push(`Healthy clients were not served: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(scene, place, gateway, [sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      sockets: SLOW.length * each,
      'longest open ms': Math.round(longest),
      'slowest healthz ms': probed.slowest.healthz ?? 0,
      ...counted.figures,
    },
  };
}

export const slowSockets: Fault = {
  name: 'slowloris',
  promise: 'sockets that never finish their request are closed within 15 s; healthy clients are served meanwhile',
  engines: ['SQLite'],
  run: scene => runSlow(scene, 200),
  control: { with: 'noTimeouts', shows: /were still open/, run: (scene, broken) => runSlow(scene, 20, broken) },
};

async function runMany(scene: Scene, count: number, patience: number, under: readonly string[] = []): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { under });
  const opener = spawn(process.execPath, [SOCKETS, String(gateway.port), String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  scene.later(async () => void opener.kill('SIGKILL'));
  const lines = createInterface(opener.stdout);
  const ask = async () => {
    const line = once(lines, 'line');
    opener.stdin.write('\n');
    return JSON.parse(((await line) as [string])[0]) as { open: number; answered: number };
  };
  const started = performance.now();
  await until(async () => (await ask()).answered >= count, 'all sockets are open', patience).catch(() => undefined);
  const opened = performance.now() - started;
  const sending = await sendHits(scene, gateway.port, { rate: 100 });
  const probed = await probeWhile(gateway, 3_000, { healthz: { status: 200, within: SLOWNESS, usually: 500 } });
  const { open } = await ask();
  const sentences = [...probed.broken];
  if (open < count) sentences.push(`Only ${open} of ${count} sockets are open.`);
  const sent = await sending.stop();
  if (Object.keys(sent.statuses).some(status => status !== '202'))
    sentences.push(`Other clients were not served: ${JSON.stringify(sent.statuses)}.`);
  opener.kill('SIGKILL');
  await sleep(500);
  const counted = await check(scene, place, gateway, [sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      sockets: open,
      'opened within ms': Math.round(opened),
      'slowest healthz ms': probed.slowest.healthz ?? 0,
      ...counted.figures,
    },
  };
}

export const manySockets: Fault = {
  name: 'many-sockets',
  promise: '10 000 open sockets: /healthz responds within 500 ms and hits are accepted',
  engines: ['SQLite'],
  run(scene) {
    if (fileLimit() < 10_500) throw new NotHere('more open files are needed: ulimit -n 12000');
    return runMany(scene, 10_000, 120_000);
  },
  control: {
    with: { words: 'a gateway that may open only 300 files' },
    shows: /Only \d+ of|got no response|not served/,
    run(scene) {
      const prlimit = find('prlimit');
      if (!prlimit) throw new NotHere('prlimit is needed (apt-get install util-linux)');
      return runMany(scene, 1_000, 5_000, [prlimit, '--nofile=300:300']);
    },
  },
};

/** Returns how many files a process on this machine may open. */
export function fileLimit(): number {
  const limit = process.report?.getReport() as { userLimits?: { open_files?: { hard: number | 'unlimited' } } };
  const hard = limit.userLimits?.open_files?.hard ?? 0;
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
