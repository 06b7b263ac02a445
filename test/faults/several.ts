import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Fault, FaultEngine, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { IN_TIME, isReady, launch, launchReady } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check, readSums } from './support/tally.ts';

const VISITORS = 300;

async function runTwo(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const [place, elsewhere] = [await scene.place(), await scene.place()];
  const today = Math.floor(Date.now() / 86_400_000);
  // The second knows the website that the first has registered, because it is ready once it has read them.
  const gateways = [
    await launchReady(scene, place, { broken }),
    await launchReady(scene, { ...place, dataDir: elsewhere.dataDir }, { broken }),
  ];
  const sendings = await Promise.all(gateways.map(({ port }) => sendHits(scene, port, { visitors: VISITORS })));
  for (const sending of sendings) await sending.begun();
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

/** Kills gateways on a shared port one after the other, and starts each again on its own data directory. */
async function runSharedPort(scene: Scene, kills: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const sharedPort = await freePort();
  const env = { SHARED_PORT: String(sharedPort) };
  // More than two processes that write one SQLite file can keep another from starting.
  const others = scene.short || scene.engine === 'SQLite' ? 1 : 3;
  const homes = [place, ...(await Promise.all(Array.from({ length: others }, () => scene.place())))];
  const start = async ({ dataDir }: Place) => {
    const gateway = await launch(scene, { ...place, dataDir }, { broken, env });
    await isReady(gateway);
    return gateway;
  };
  const gateways = [await launchReady(scene, place, { broken, env })];
  for (const home of homes.slice(1)) gateways.push(await start(home));
  const sending = await sendHits(scene, sharedPort);
  await sending.begun();
  for (let kill = 0; kill < kills; kill++) {
    await sleep(700 + Math.random() * 800);
    const victim = kill % gateways.length;
    await gateways[victim]?.kill();
    gateways[victim] = await start(homes[victim] as Place);
  }
  await sleep(500);
  await sending.stop();
  const { broken: sentences, figures } = await check(scene, place, gateways, [sending]);
  const ends = await Promise.all(gateways.map(gateway => gateway.terminate()));
  for (const { code } of ends) if (code !== 0) sentences.push(`A gateway ended with ${code}.`);
  const ms = Math.max(...ends.map(end => end.ms));
  if (ms >= IN_TIME) sentences.push(`A gateway took ${ms} ms to end.`);
  return { broken: sentences, figures: { kills, ...figures, 'stopped within ms': ms } };
}

export const sharedPortKilled: Fault = {
  name: 'shared-port-killed',
  promise:
    'several gateways on one port, killed and restarted one after the other: nothing is lost; SIGTERM ends all within ten seconds',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => runSharedPort(scene, scene.short ? 2 : 10),
  control: {
    with: 'noAdoption',
    shows: /acknowledged hits were lost/,
    run: (scene, broken) => runSharedPort(scene, 3, broken),
  },
};
