import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import { Asking } from './support/asking.ts';
import type { BreakageName } from './support/breakages.ts';
import { randomHits, randomQuestions } from './support/column-hits.ts';
import { arePacked, PACE } from './support/columns.ts';
import { type GatewayChild, isReady, launch, until } from './support/gateway.ts';
import { newRandom, type Random } from './support/random.ts';
import { Saboteur } from './support/saboteur.ts';

const DAY = 86_400_000;
const DAYS = 100;
const WEBSITES = 2;
const ASKERS = 3;
/** What is logged about a file that is left out. */
const REPORTED = /The file [^"]*\.seg (is|has|lacks|cannot) [^"]* It is left out/;

async function run(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const random = newRandom();
  const today = Math.floor(Date.now() / DAY);
  const database = await databaseWithWebsites(place, WEBSITES);
  scene.later(() => database.close());
  const hits = Array.from({ length: WEBSITES }, (_, at) => randomHits(random, at + 1, today, DAYS, 12)).flat();
  await foldAll(database, place, [hits]);
  // As after an upgrade: days that an earlier release closed have no versions.
  await database.dialect.run('DELETE FROM late_day');
  const gateway = await launch(scene, place, { broken, imports: [PACE] });
  await isReady(gateway);
  await until(() => arePacked(database, place.dataDir), 'all days are packed');

  const saboteur = new Saboteur(place.dataDir, random);
  saboteur.keepCopies();
  // So that the copies are older than the files.
  const late = Array.from({ length: 12 }, () => lateHit(random, today));
  await foldAll(database, place, [late.sort((a, b) => a.time - b.time)]);
  await until(() => arePacked(database, place.dataDir), 'the days with late hits are packed again');

  const questions = randomQuestions(random, [...hits, ...late], {
    lastDay: today,
    days: DAYS,
    count: scene.short ? 60 : 400,
  });
  const files = openFiles(gateway);
  const asking = new Asking(scene, gateway, random, ms);
  const { sentences } = asking;
  const ask = async () => {
    while (asking.goesOn) await asking.ask(random.of(questions));
  };
  const strike = async () => {
    while (asking.goesOn) {
      await saboteur.strike(scene.isControl);
      await sleep(random.below(60));
    }
  };
  await Promise.all([strike(), ...Array.from({ length: ASKERS }, ask)]);

  if (!REPORTED.test(gateway.output())) sentences.add('Nothing in the log tells of the damage.');
  const began = performance.now();
  // A file that was damaged where it is is found when a question reads it.
  const isRepaired = async () => {
    for (const question of questions.slice(0, 4)) await asking.ask(question);
    return arePacked(database, place.dataDir);
  };
  const patience = scene.isControl ? 2_000 : 300_000;
  await until(isRepaired, 'all days are packed again', patience).catch(error =>
    sentences.add((error as Error).message),
  );
  const growth = openFiles(gateway) - files;
  if (growth > 100) sentences.add(`${growth} files more than before are open.`);
  const strikes = Object.values(saboteur.done).reduce((sum, times) => sum + times, 0);
  const figures = {
    seed: random.seed,
    strikes,
    questions: asking.asked,
    'repaired within ms': Math.round(performance.now() - began),
  };
  return { broken: [...sentences], figures };
}

/** Returns a hit of its own visitor on a day that is packed. */
function lateHit(random: Random, today: number) {
  return hitOf({
    website: 1 + random.below(WEBSITES),
    time: (today - 3 - random.below(DAYS - 5)) * DAY + random.below(DAY),
    visitor: random.bytes(8).toString('hex'),
    values: { page: '/a', browser: 'Chrome', country: 'FR:France' },
  });
}

/** Returns how many files a process has open; 0 where the system does not say. */
function openFiles({ pid }: GatewayChild): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

export const columnsDamaged: Fault = {
  name: 'columns-damaged',
  promise:
    'files with columns that are deleted, cut off, altered or exchanged while questions are answered: no wrong answer, no error, told in the log, and packed again',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => run(scene, scene.short ? 3_000 : 60_000),
  control: { with: 'trustfulReader', shows: /answered/, run: (scene, broken) => run(scene, 3_000, broken) },
};
