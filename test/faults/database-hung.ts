import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { isReady, launchReady, someAreFolded } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { openVictim } from './support/place.ts';
import { probeWhile, SLOWNESS } from './support/probe.ts';
import { check } from './support/tally.ts';

/** A connection that is waited for, and a statement on it: five seconds each. */
const LIMIT = 10_000 + SLOWNESS;

async function run(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const { place, server } = await openVictim(scene);
  const gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port);
  await someAreFolded(gateway);
  await freeze(server.pid());
  await sleep(1_100);
  const unavailable = { status: 503, within: LIMIT };
  const { broken: sentences, slowest } = await probeWhile(gateway, ms, {
    healthz: { status: 200, within: SLOWNESS },
    readyz: { status: 503, within: 3_000 + SLOWNESS },
    list: unavailable,
    graphql: unavailable,
    statistics: unavailable,
    write: unavailable,
  });
  process.kill(server.pid(), 'SIGCONT');
  const recovery = await isReady(gateway);
  const sent = await sending.stop();
  if (Object.keys(sent.statuses).some(status => status !== '202'))
    sentences.push(`Collecting did not continue: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(scene, place, gateway, [sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      'hung s': Math.round(ms / 1000),
      ...counted.figures,
      'slowest hit ms': Math.round(sent.slowest),
      'slowest ms': Object.entries(slowest)
        .map(([name, took]) => `${name} ${took}`)
        .join(' '),
      'ready again ms': recovery,
    },
  };
}

/** Resolves when the process has really stopped, because the signal takes effect with a delay. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await sleep(5);
}

export const databaseHung: Fault = {
  name: 'database-hung',
  promise:
    'a database that accepts connections and never responds: no request hangs past its timeout, collecting continues',
  engines: ['MariaDB'],
  run: scene => run(scene, scene.short ? 6_000 : 40_000),
  control: {
    with: 'endlessPatience',
    shows: /got no response within/,
    run: (scene, broken) => run(scene, 1_000, broken),
  },
};
