import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteFile } from '../../src/db/dialects/sqlite-file.ts';
import { freePort } from '../support/free-port.ts';
import { type MariaDbServer, startMariaDb } from '../support/mariadb.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { isReady, launch, launchReady } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { openPlace, openVictim } from './support/place.ts';
import { probe, probeWhile, SLOWNESS } from './support/probe.ts';
import { check } from './support/tally.ts';

/** A server that can lose commits that it has confirmed when it is killed. */
async function openForgetful(scene: Scene): Promise<{ place: Place; server: MariaDbServer }> {
  const server = await startMariaDb({ durable: false });
  scene.later(server.stop);
  const place = await openPlace('MariaDB', { server });
  scene.later(place.remove);
  return { place, server };
}

async function runKills(scene: Scene, kills: number, durable: boolean): Promise<Outcome> {
  const { place, server } = await (durable ? openVictim(scene) : openForgetful(scene));
  const gateway = await launchReady(scene, place);
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  for (let kill = 0; kill < kills; kill++) {
    await sleep(1_500 + Math.random() * 1_500);
    await server.kill();
    await sleep(Math.random() * 500);
    await server.start();
  }
  await isReady(gateway);
  await sleep(500);
  const { statuses } = await sending.stop();
  const { broken, figures } = await check(scene, place, gateway, [sending]);
  const refused = Object.keys(statuses).filter(status => status !== '202');
  if (refused.length > 0) broken.push(`Collecting did not continue: ${JSON.stringify(statuses)}.`);
  return { broken, figures: { kills, ...figures } };
}

export const databaseKilled: Fault = {
  name: 'database-killed',
  promise: 'kill -9 of the database under load: collecting continues, nothing is lost, nothing is counted twice',
  engines: ['MariaDB'],
  run: scene => runKills(scene, scene.short ? 2 : 5, true),
  control: {
    with: { words: 'a database that confirms commits before they are on disk' },
    shows: /acknowledged hits were lost|differ from a recount/,
    // A kill right after a flush loses nothing, and four in a row have done so.
    run: scene => runKills(scene, 8, false),
  },
};

/**
 * With SQLite, the database counts as unavailable while another process has its file locked: it can then be read but
 * not written.
 */
async function runAway(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const { place, takeAway, giveBack } = await somethingToTakeAway(scene);
  const gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  await sleep(1_000);
  await takeAway();
  await sleep(1_100);
  const isAway = scene.engine === 'MariaDB';
  // A write waits ten seconds for a locked file.
  const unavailable = { status: 503, within: isAway ? SLOWNESS : 10_000 + SLOWNESS };
  const answered = { status: 200, within: SLOWNESS };
  const { broken: sentences, slowest } = await probeWhile(gateway, ms, {
    healthz: answered,
    readyz: { status: 503, within: 3_000 + SLOWNESS },
    list: isAway ? unavailable : answered,
    graphql: isAway ? unavailable : answered,
    statistics: isAway ? unavailable : answered,
    write: unavailable,
  });
  await giveBack();
  const recovery = await isReady(gateway);
  const sent = await sending.stop();
  const refused = Object.keys(sent.statuses).filter(status => status !== '202');
  if (refused.length > 0) sentences.push(`Collecting did not continue: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(scene, place, gateway, [sending]);
  const answers = Object.entries(slowest).map(([name, took]) => `${name} ${took}`);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      'away s': Math.round(ms / 1000),
      ...counted.figures,
      'slowest hit ms': Math.round(sent.slowest),
      'slowest ms': answers.join(' '),
      'ready again ms': recovery,
    },
  };
}

async function somethingToTakeAway(scene: Scene) {
  if (scene.engine === 'MariaDB') {
    const { place, server } = await openVictim(scene);
    return { place, takeAway: server.kill, giveBack: server.start };
  }
  const place = await scene.place();
  const other = await openSqliteFile(`${place.dataDir}/footfall.db`, 'PRAGMA busy_timeout=10000;');
  scene.later(other.close);
  return { place, takeAway: () => other.run('BEGIN IMMEDIATE'), giveBack: () => other.run('ROLLBACK') };
}

export const databaseAway: Fault = {
  name: 'database-away',
  promise:
    'the database unavailable for a minute: collecting continues, requests that need it get 503, /healthz 200, /readyz 503; every hit is counted after its return',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runAway(scene, scene.short ? 6_000 : 60_000),
  control: {
    with: 'impatientFold',
    shows: /acknowledged hits were lost/,
    run: (scene, broken) => runAway(scene, 1_000, broken),
  },
};

async function runStart(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const { place, server } = await openVictim(scene);
  const options = { port: await freePort(), broken };
  await (await launchReady(scene, place, options)).terminate();
  await server.kill();
  const gateway = await launch(scene, place, options);
  const sending = await sendHits(scene, gateway.port, { rate: 200 });
  await sleep(1_500);
  const sentences: string[] = [];
  const before = { healthz: 200, readyz: 503 } as const;
  for (const [name, status] of Object.entries(before) as ['healthz' | 'readyz', number][]) {
    const answer = await probe(gateway, name, 3_000 + SLOWNESS);
    if (answer.status !== status) sentences.push(`${name} returned ${answer.status} without a database.`);
  }
  if (sending.acknowledged().length > 0) sentences.push('Hits were acknowledged before the websites were known.');
  await server.start();
  const ready = await isReady(gateway);
  await sending.begun();
  await sleep(1_000);
  const { statuses } = await sending.stop();
  if (!statuses['503']) sentences.push(`The collector never returned 503: ${JSON.stringify(statuses)}.`);
  if (statuses['202-dropped'])
    sentences.push(`${statuses['202-dropped']} hits were dropped as hits of an unknown website.`);
  const counted = await check(scene, place, gateway, [sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: { ...counted.figures, 'returned 503': statuses['503'] ?? 0, 'ready ms after the database': ready },
  };
}

export const startedWhileAway: Fault = {
  name: 'started-while-away',
  promise:
    'started without its database, the service comes up, returns 503, drops nothing as unknown, and recovers automatically',
  engines: ['MariaDB'],
  run: scene => runStart(scene),
  control: { with: 'eagerWebsites', shows: /dropped as hits of an unknown website/, run: runStart },
};
