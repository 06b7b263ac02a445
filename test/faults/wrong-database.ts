import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { isReady, launch, launchReady, until } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const [place, other] = [await scene.place(), await scene.place()];
  const gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  await sleep(scene.short ? 1_000 : 5_000);
  await gateway.kill();
  await sending.stop();

  const sentences: string[] = [];
  const wrong = await launch(scene, { ...other, dataDir: place.dataDir }, { broken });
  await isReady(wrong);
  const warns = async () => (await (await fetch(`${wrong.url}/readyz`)).text()).includes('spools of another database');
  const isTold = async () => (await warns()) || (await hitsIn(other)) > 0;
  await until(isTold, 'the gateway reports spools of another database', 60_000).catch(() => undefined);
  if (!(await warns())) sentences.push('The gateway on the wrong database does not report the spools.');
  await wrong.terminate();
  const taken = await hitsIn(other);
  if (taken > 0) sentences.push(`${taken} hits got into the wrong database.`);

  const right = await launch(scene, place, { broken });
  await isReady(right);
  const { broken: more, figures } = await check(scene, place, right, [sending]);
  return { broken: [...sentences, ...more], figures };
}

async function hitsIn({ url }: Place): Promise<number> {
  const database = openDatabase(url);
  try {
    const [row] = await database.dialect.all<{ hits: number }>(
      'SELECT (SELECT COUNT(*) FROM hit) + (SELECT COUNT(*) FROM bad_hit) AS hits',
    );
    return Number(row?.hits);
  } finally {
    await database.close();
  }
}

export const wrongDatabase: Fault = {
  name: 'wrong-database',
  promise: 'a service started on the DATA_DIR of another database leaves the hits there alone, and says so',
  engines: ['SQLite', 'MariaDB'],
  run,
  control: { with: 'anyOwner', shows: /acknowledged hits were lost|got into the wrong database/, run },
};
