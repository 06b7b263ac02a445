import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Fault, FaultEngine, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { isReady, launchReady, until } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check, readSums } from './support/tally.ts';

const VISITORS = 300;

async function runTwo(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const [place, elsewhere] = [await scene.place(), await scene.place()];
  const today = Math.floor(Date.now() / 86_400_000);
  const gateways = [
    await launchReady(scene, place, { broken }),
    await launchReady(scene, { ...place, dataDir: elsewhere.dataDir }, { broken }),
  ];
  // A gateway notices a website registered by the other within three seconds.
  await sleep(3_500);
  const sendings = await Promise.all(gateways.map(({ port }) => sendHits(scene, port, { visitors: VISITORS })));
  await sleep(ms);
  for (const sending of sendings) await sending.stop();
  const { broken: sentences, figures } = await check(scene, place, gateways, sendings);
  const days = Math.floor(Date.now() / 86_400_000) - today + 1;
  const { visitors = 0 } = await readSums(gateways[0] ?? { url: '' });
  if (visitors > VISITORS * days)
    sentences.push(`${visitors} visitors were counted, but there are only ${VISITORS} a day.`);
  return { broken: sentences, figures: { ...figures, visitors } };
}

/** The mechanism that keeps two gateways apart differs by engine, and so does the effect of its absence. */
function twoGatewaysOn(engine: FaultEngine, breakage: BreakageName, shows: RegExp): Fault {
  return {
    name: 'two-gateways',
    promise: 'two gateways that fold one website on one database at once: hits and visitors are exact',
    engines: [engine],
    run: scene => runTwo(scene, scene.short ? 3_000 : 30_000),
    control: { with: breakage, shows, run: (scene, broken) => runTwo(scene, 3_000, broken) },
  };
}

export const twoGatewaysOnSqlite = twoGatewaysOn('SQLite', 'ownSalts', /visitors were counted/);
export const twoGatewaysOnMariaDb = twoGatewaysOn('MariaDB', 'sameSpool', /acknowledged hits were lost/);

async function runWorkers(scene: Scene, kills: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, {
    port: await freePort(),
    broken,
    env: { WORKERS: scene.short ? '2' : '4' },
  });
  const sending = await sendHits(scene, gateway.port);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(700 + Math.random() * 800);
    // Workers that die soon after each other are restarted with growing delays, so for a while there may be none.
    await until(async () => workersOf(gateway.pid).length > 0, 'there are workers', 60_000);
    const workers = workersOf(gateway.pid);
    const victim = workers[Math.floor(Math.random() * workers.length)];
    if (victim) process.kill(victim, 'SIGKILL');
  }
  await sleep(500);
  await sending.stop();
  await isReady(gateway);
  // A running worker looks for abandoned spools every ten seconds; a replacement looks at once.
  const { broken: sentences, figures } = await check(scene, place, gateway, [sending]);
  const { code, ms } = await gateway.terminate();
  if (code !== 0) sentences.push(`The service exited with ${code}.`);
  if (ms >= 10_000) sentences.push(`The service took ${ms} ms to exit.`);
  return { broken: sentences, figures: { kills, ...figures, 'stopped within ms': ms } };
}

function workersOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

export const workerKilled: Fault = {
  name: 'worker-killed',
  promise:
    'several WORKERS, one of them killed repeatedly: its spool is adopted, nothing is lost; SIGTERM ends all within ten seconds',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runWorkers(scene, scene.short ? 2 : 10),
  control: {
    with: 'noAdoption',
    shows: /acknowledged hits were lost/,
    run: (scene, broken) => runWorkers(scene, 3, broken),
  },
};
