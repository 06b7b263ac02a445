import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, isReady, launch, launchReady, someAreFolded, until } from './support/gateway.ts';
import { type Sending, sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

type Moment = (gateway: GatewayChild, sending: Sending) => Promise<void>;

/** During startup and adoption of the previous spool, or under full load. */
const anyMoment: Moment = () => sleep(100 + Math.random() * 1_400);

/** When some hits have been acknowledged, the last of them just now. */
const someAcknowledged: Moment = async (_, sending) => {
  await until(async () => sending.acknowledged().length >= 50, 'fifty hits are acknowledged');
};

/** When some of the spool is folded and some is not. */
const midFold: Moment = someAreFolded;

async function run(scene: Scene, kills: number, moment: Moment, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const options = { port: await freePort(), broken };
  let gateway = await launchReady(scene, place, options);
  const sending = await sendHits(scene, gateway.port);
  for (let kill = 0; kill < kills; kill++) {
    await moment(gateway, sending);
    await gateway.kill();
    gateway = await launch(scene, place, options);
  }
  await isReady(gateway);
  await sending.begun();
  await sleep(500);
  const { statuses } = await sending.stop();
  const { broken: sentences, figures } = await check(scene, place, gateway, [sending]);
  return { broken: sentences, figures: { kills, ...figures, unanswered: statuses['0'] ?? 0 } };
}

export const gatewayKilled: Fault = {
  name: 'gateway-killed',
  promise: 'kill -9 of the gateway at any moment under load: no acknowledged hit is lost, and none is counted twice',
  engines: ['SQLite', 'MariaDB'],
  run: scene => run(scene, scene.short ? 4 : 20, anyMoment),
  control: {
    with: 'hastySpool',
    shows: /acknowledged hits were lost/,
    run: (scene, broken) => run(scene, 1, someAcknowledged, broken),
  },
};

export const gatewayKilledMidFold: Fault = {
  name: 'gateway-killed-midfold',
  promise: 'hits that a killed gateway had already folded are not folded again by the one that adopts its spool',
  engines: ['SQLite', 'MariaDB'],
  run: scene => run(scene, scene.short ? 1 : 3, midFold),
  control: {
    with: 'forgetfulFold',
    shows: /counted twice/,
    run: (scene, broken) => run(scene, 1, midFold, broken),
  },
};
