import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { listSpools } from '../../src/spool/lock.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { launch, launchReady, metric, someAreFolded, until } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

async function run(scene: Scene, times: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const [folder, copy] = [join(place.dataDir, 'spool'), join(place.dataDir, 'copy')];
  let gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port);
  await someAreFolded(gateway);
  await sending.stop();
  cpSync(folder, copy, { recursive: true });
  const sentences: string[] = [];
  for (let time = 0; time < times; time++) {
    // What a stop has no time to fold stays.
    await until(async () => (await metric(gateway, 'footfall_spool_hits')) === 0, 'all hits are folded');
    await gateway.terminate();
    const left = listSpools(folder);
    if (left.length > 0) sentences.push(`A gateway that was stopped left ${left.length} spools.`);
    cpSync(copy, folder, { recursive: true });
    gateway = await launch(scene, place, { broken });
    const returned = listSpools(copy);
    await until(async () => !listSpools(folder).some(id => returned.includes(id)), 'the copies are adopted');
  }
  const { broken: more, figures } = await check(scene, place, gateway, [sending]);
  return { broken: [...sentences, ...more], figures: { times, ...figures } };
}

export const spoolReturns: Fault = {
  name: 'spool-returns',
  promise: 'files of folded spools that come back from a copy, as after a snapshot: nothing counts twice',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => run(scene, scene.short ? 1 : 3),
  control: { with: 'forgetfulRemoval', shows: /counted twice/, run: (scene, broken) => run(scene, 1, broken) },
};
