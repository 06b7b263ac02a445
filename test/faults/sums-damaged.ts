import { setTimeout as sleep } from 'node:timers/promises';
import { findDamaged } from '../../src/db/rollups/blocks.ts';
import { packRollups } from '../../src/fold/pack.ts';
import { verify } from '../../src/fold/verify.ts';
import { databaseWithWebsites, foldAll } from '../support/hits.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import { Asking } from './support/asking.ts';
import { BlockSaboteur } from './support/block-saboteur.ts';
import type { BreakageName } from './support/breakages.ts';
import { randomHits, randomQuestions } from './support/column-hits.ts';
import { isReady, launch, until } from './support/gateway.ts';
import { newRandom } from './support/random.ts';

const DAY = 86_400_000;
/** Days with hits: enough for months that are packed as one. */
const DAYS = 100;
const WEBSITES = 2;
const ASKERS = 3;
/** What is logged about sums that are left out. */
const REPORTED = /The packed data of website \d from \S+ to \S+ is damaged/;

async function run(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const random = newRandom();
  const today = Math.floor(Date.now() / DAY);
  const database = await databaseWithWebsites(place, WEBSITES);
  scene.later(() => database.close());
  const hits = Array.from({ length: WEBSITES }, (_, at) => randomHits(random, at + 1, today, DAYS, 12)).flat();
  await foldAll(database, place, [hits]);
  await packRollups(database);
  const gateway = await launch(scene, place, { broken });
  await isReady(gateway);

  const saboteur = new BlockSaboteur(database.dialect, random);
  const questions = randomQuestions(random, hits, {
    lastDay: today,
    days: DAYS,
    count: scene.short ? 60 : 400,
    isFiltered: false,
  });
  const asking = new Asking(scene, gateway, random, ms);
  const { sentences } = asking;
  const work = async (step: () => Promise<unknown>, pause: number) => {
    while (asking.goesOn) {
      await step();
      await sleep(random.below(pause));
    }
  };
  await Promise.all([
    work(() => saboteur.strike(scene.isControl), 30),
    // The job of the gateway does so every minute, which is too seldom here; it fails if a strike comes in its middle.
    work(() => packRollups(database).catch(tolerateStrike), 300),
    ...Array.from({ length: ASKERS }, () => work(() => asking.ask(random.of(questions)), 1)),
  ]);
  const figures = { seed: random.seed, strikes: saboteur.strikes, questions: asking.asked };
  if (scene.isControl) return { broken: [...sentences], figures };

  if (!REPORTED.test(gateway.output())) sentences.add('Nothing in the log tells of the damage.');
  const whole = async () => {
    for (const question of questions) await asking.ask(question);
    await packRollups(database);
    for (let website = 1; website <= WEBSITES; website++) await verify(database, website);
    await packRollups(database);
    const damaged = await Promise.all(
      Array.from({ length: WEBSITES }, (_, at) => findDamaged(database.dialect, at + 1)),
    );
    return damaged.flat().length === 0;
  };
  await until(whole, 'all sums are packed again').catch(error => sentences.add((error as Error).message));
  return { broken: [...sentences], figures };
}

function tolerateStrike(error: Error): void {
  if (!/^The days of website \d cannot be packed\.$/.test(error.message)) throw error;
}

export const sumsDamaged: Fault = {
  name: 'sums-damaged',
  promise:
    'packed sums that are deleted, cut off, altered or exchanged while questions are answered: no wrong answer, no error, told in the log, and packed again',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'SQLite',
  run: scene => run(scene, scene.short ? 3_000 : 60_000),
  control: { with: 'trustfulSums', shows: /answered/, run: (scene, broken) => run(scene, 3_000, broken) },
};
