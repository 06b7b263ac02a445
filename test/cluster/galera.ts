import { setTimeout as sleep } from 'node:timers/promises';
import { NotHere, type Outcome } from '../faults/fault.ts';
import type { BreakageName } from '../faults/support/breakages.ts';
import { type GatewayChild, HOST, KEY, launchReady, metric, until } from '../faults/support/gateway.ts';
import { sendHits } from '../faults/support/hits.ts';
import { execute } from '../faults/support/place.ts';
import { check, readSums } from '../faults/support/tally.ts';
import type { MariaDbServer } from '../support/mariadb.ts';
import { countConflicts, differences, missingForGalera, startGalera } from './support/galera.ts';
import { startHaproxy } from './support/haproxy.ts';
import { raceOn } from './support/races.ts';
import type { ClusterScene } from './support/scene.ts';
import { watch } from './support/watch.ts';

const VISITORS = 300;
const NAME = 'footfall';

/**
 * Two gateways, each in front of a different one of three nodes or both in front of the first, start together on an
 * empty database and fold one website. The node that the first gateway writes to is killed and comes back, then the one
 * that the second writes to.
 */
export async function galera(
  scene: ClusterScene,
  { together = false, broken }: { readonly together?: boolean; readonly broken?: BreakageName } = {},
): Promise<Outcome> {
  const lacking = missingForGalera();
  if (lacking) throw new NotHere(lacking);
  const nodes = await startGalera(scene.folder, 3);
  for (const node of nodes) scene.later(node.stop);
  const proxy = await startHaproxy(
    scene.folder,
    nodes.map(({ url }) => Number(new URL(url).port)),
  );
  scene.later(proxy.stop);
  const [first, second, third] = nodes as [MariaDbServer, MariaDbServer, MariaDbServer];
  await execute(first.url, `CREATE DATABASE ${NAME}`);

  const sentences: string[] = [];
  const figures: Record<string, string | number> = {};
  const direct = { ...scene.placeOn(third.url + NAME), server: third };
  const gateways = await Promise.all(
    [0, together ? 0 : 1].map(index =>
      launchReady(scene, scene.placeOn(`mysql://root@127.0.0.1:${proxy.ports[index]}/${NAME}`), { broken }),
    ),
  );
  const [gateway, other] = gateways as [GatewayChild, GatewayChild];
  if (!scene.isControl) {
    const { broken: unfair, figures: raced } = await raceOn(nodes.map(({ url }) => url + NAME));
    sentences.push(...unfair);
    Object.assign(figures, raced);
  }
  // A gateway notices a website registered by the other within three seconds.
  await sleep(3_500);
  const website = await websiteId(gateway);
  const today = Math.floor(Date.now() / 86_400_000);
  const load = { visitors: VISITORS, rate: scene.short ? 250 : 600 };
  const sendings = await Promise.all(gateways.map(({ port }) => sendHits(scene, port, load)));
  const started = performance.now();
  const watches = gateways.map(each => watch(each, website));
  let conflicts = 0;

  await sleep(5_000);
  const before = watches.map(each => each.longest());
  figures['longest gaps in ms before'] = JSON.stringify(before);
  for (const victim of scene.isControl ? [first] : [first, second]) {
    const label = victim === first ? 'first node' : 'second node';
    // A node counts from zero again after its return.
    conflicts += await countConflicts(victim);
    const [a, b] = [await stored(gateway), await stored(other)];
    for (const each of watches) each.longest();
    await victim.kill();
    await sleep(1_000);
    const resumed = async () => (await stored(gateway)) > a + 500 && (await stored(other)) > b + 500;
    await until(resumed, `both gateways fold again after the ${label} was killed`, 60_000).catch((error: Error) =>
      sentences.push(error.message),
    );
    await sleep(scene.isControl ? 5_000 : 8_000);
    const gaps = watches.map(each => each.longest());
    figures[`longest gaps in ms, ${label} killed`] = JSON.stringify(gaps);
    for (const { collecting, folding } of gaps) {
      if (collecting > 5_000) sentences.push(`Collecting paused for ${collecting} ms after the ${label} was killed.`);
      if (folding > 20_000) sentences.push(`Folding paused for ${folding} ms after the ${label} was killed.`);
    }
    if (scene.isControl) break;
    const joining = performance.now();
    await victim.start();
    figures[`${label} back after ms`] = Math.round(performance.now() - joining);
    await sleep(4_000);
    figures[`longest gaps in ms, ${label} rejoins`] = JSON.stringify(watches.map(each => each.longest()));
  }
  for (const each of watches) each.stop();
  const seconds = (performance.now() - started) / 1000;
  const results = await Promise.all(sendings.map(sending => sending.stop()));
  const { broken: untrue, figures: tally } = await check(scene, direct, gateways, sendings);
  sentences.push(...untrue);
  Object.assign(figures, tally, { 'hits/s': Math.round(Number(tally.acknowledged) / seconds) });
  figures['responses to hits'] = JSON.stringify(results.map(({ statuses }) => statuses));
  for (const node of nodes) conflicts += await countConflicts(node).catch(() => 0);
  figures['conflicts between nodes'] = conflicts;
  figures['folds that had to wait'] = await total(gateways, 'footfall_fold_faults_total');
  const days = Math.floor(Date.now() / 86_400_000) - today + 1;
  const { visitors = 0 } = await readSums(gateway);
  figures.visitors = visitors;
  if (visitors > VISITORS * days)
    sentences.push(`${visitors} visitors were counted, but there are only ${VISITORS} a day.`);
  if (!scene.isControl) sentences.push(...(await differences(nodes, NAME)));
  const folding = await total(gateways, 'footfall_fold_seconds_sum');
  figures['ms of folding a thousand hits'] = Math.round((folding * 1e6) / Number(tally.stored));
  return { broken: sentences, figures };
}

function stored(gateway: GatewayChild): Promise<number> {
  return metric(gateway, 'footfall_hits_stored_total').catch(() => 0);
}

async function total(gateways: readonly GatewayChild[], name: string): Promise<number> {
  let sum = 0;
  for (const gateway of gateways) sum += await metric(gateway, name);
  return sum;
}

async function websiteId(gateway: GatewayChild): Promise<number> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: `{ website(domain: "${HOST}") { id } }` }),
  });
  const { data } = (await response.json()) as { data: { website: { id: number } } };
  return Number(data.website.id);
}
