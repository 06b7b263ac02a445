import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteFile } from '../../src/db/dialects/sqlite-file.ts';
import { freePort } from '../support/free-port.ts';
import { freeze } from './database-hung.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, IN_TIME, launchReady, someAreFolded } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { openVictim } from './support/place.ts';
import { check } from './support/tally.ts';

async function stopInTime(gateway: GatewayChild, sentences: string[]): Promise<number> {
  const { code, ms } = await gateway.terminate();
  if (code !== 0) sentences.push(`The gateway exited with ${code}.`);
  if (ms >= IN_TIME) sentences.push(`The gateway took ${ms} ms to exit.`);
  return ms;
}

async function run(scene: Scene, stops: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const options = { port: await freePort(), broken };
  let gateway = await launchReady(scene, place, options);
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  const sentences: string[] = [];
  let slowest = 0;
  for (let stop = 0; stop < stops; stop++) {
    await sleep(1_000 + Math.random() * 1_000);
    slowest = Math.max(slowest, await stopInTime(gateway, sentences));
    gateway = await launchReady(scene, place, options);
  }
  await sending.stop();
  const counted = await check(scene, place, gateway, [sending]);
  return { broken: [...sentences, ...counted.broken], figures: { stops, ...counted.figures, 'slowest ms': slowest } };
}

export const stopped: Fault = {
  name: 'sigterm',
  promise: 'SIGTERM under load: exit 0 within ten seconds, no acknowledged hit is lost',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => run(scene, scene.short ? 1 : 5),
  control: { with: 'hastySpool', shows: /acknowledged hits were lost/, run: (scene, broken) => run(scene, 1, broken) },
};

async function runHung(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const { place, server } = await openVictim(scene);
  const options = { port: await freePort(), broken };
  const gateway = await launchReady(scene, place, options);
  const sending = await sendHits(scene, gateway.port);
  await someAreFolded(gateway);
  await freeze(server.pid());
  await sleep(1_000);
  const sentences: string[] = [];
  const ms = await stopInTime(gateway, sentences);
  await sending.stop();
  process.kill(server.pid(), 'SIGCONT');
  const again = await launchReady(scene, place, { port: options.port });
  const counted = await check(scene, place, again, [sending]);
  return { broken: [...sentences, ...counted.broken], figures: { ...counted.figures, 'stopped within ms': ms } };
}

export const stoppedWhileHung: Fault = {
  name: 'sigterm-while-hung',
  promise: 'SIGTERM while the database hangs: exit 0 within ten seconds, no acknowledged hit is lost',
  engines: ['MariaDB'],
  run: scene => runHung(scene),
  control: { with: 'patientStop', shows: /took \d+ ms to exit|exited with/, run: runHung },
};

async function runLocked(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const options = { port: await freePort(), broken };
  const gateway = await launchReady(scene, place, options);
  const sending = await sendHits(scene, gateway.port);
  await someAreFolded(gateway);
  const other = await openSqliteFile(`${place.dataDir}/footfall.db`, 'PRAGMA busy_timeout=10000;');
  scene.later(other.close);
  await other.run('BEGIN IMMEDIATE');
  await sleep(scene.short || scene.isControl ? 3_000 : 14_000);
  const sentences: string[] = [];
  const ms = await stopInTime(gateway, sentences);
  await sending.stop();
  await other.run('ROLLBACK');
  await gateway.kill();
  const again = await launchReady(scene, place, { port: options.port });
  const counted = await check(scene, place, again, [sending]);
  return { broken: [...sentences, ...counted.broken], figures: { ...counted.figures, 'stopped within ms': ms } };
}

export const stoppedWhileLocked: Fault = {
  name: 'sigterm-while-locked',
  promise:
    'SIGTERM while another process has the database locked: exit 0 within ten seconds, no acknowledged hit is lost',
  engines: ['SQLite'],
  run: scene => runLocked(scene),
  control: { with: 'stubbornWait', shows: /took \d+ ms to exit|exited with/, run: runLocked },
};
