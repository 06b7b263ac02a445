import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type Question, randomHits, randomQuestions, unheardOf } from './support/column-hits.ts';
import { arePacked, PACE } from './support/columns.ts';
import { type GatewayChild, isReady, KEY, launch, until } from './support/gateway.ts';
import { newRandom, type Random } from './support/random.ts';
import { Saboteur } from './support/saboteur.ts';

const DAY = 86_400_000;
const DAYS = 100;
const WEBSITES = 2;
const ASKERS = 3;
const MOST_ROWS = 100;
/** The fewest questions, and the milliseconds that they may take longer. */
const LEAST = 100;
const PATIENCE = 120_000;
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
  // A slow machine asks for longer, and a control ends as soon as it is noticed.
  const end = performance.now() + ms;
  const goesOn = () =>
    scene.isControl
      ? sentences.size === 0 && performance.now() < end + PATIENCE
      : sentences.size < 5 && (performance.now() < end || (asked < LEAST && performance.now() < end + PATIENCE));
  const sentences = new Set<string>();
  let asked = 0;
  const ask = async () => {
    while (goesOn()) {
      const wrong = await check(gateway, random.of(questions), `${random.seed}-${++asked}`);
      if (wrong) sentences.add(wrong);
    }
  };
  const strike = async () => {
    while (goesOn()) {
      await saboteur.strike(scene.isControl);
      await sleep(random.below(60));
    }
  };
  await Promise.all([strike(), ...Array.from({ length: ASKERS }, ask)]);

  if (!REPORTED.test(gateway.output())) sentences.add('Nothing in the log tells of the damage.');
  const began = performance.now();
  // A file that was damaged where it is is found when a question reads it.
  const isRepaired = async () => {
    for (const question of questions.slice(0, 4)) await check(gateway, question, `${random.seed}-${++asked}`);
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
    questions: asked,
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

/** Asks in one of two ways; returns a sentence if the answer is not the recounted one. */
async function check(gateway: GatewayChild, question: Question, unique: string): Promise<string | null> {
  const { rows, visits, website, name, from, to, filter } = question;
  const isRest = unique.length % 2 === 0;
  const asked = { ...question, filter: unheardOf(filter, unique) };
  const { status, answer } = await (isRest ? askRest(gateway, asked) : askGraphql(gateway, asked));
  const wrong = answer?.rows.find(({ value, count }) => rows[value] !== count);
  const total = Object.keys(rows).length;
  const isRight = answer?.total === total && !wrong && answer.rows.length === Math.min(total, MOST_ROWS);
  if (isRight && (answer.visits ?? visits) === visits) return null;
  const way = isRest ? 'REST' : 'GraphQL';
  const got = answer ? `${answer.total} rows of ${answer.visits} visits, such as ${JSON.stringify(wrong)}` : 'nothing';
  return `${way} answered ${status} with ${got}, not ${total} rows of ${visits} visits: ${name} of website ${website} from ${from} to ${to} with ${JSON.stringify(filter)}.`;
}

interface Answer {
  readonly total: number;
  /** Null where it was not asked for. */
  readonly visits: number | null;
  readonly rows: readonly { readonly value: string; readonly count: number }[];
}

type Asked = Omit<Question, 'filter' | 'rows' | 'visits'> & { readonly filter: object };
type Answered = { readonly status: number; readonly answer: Answer | null };

async function askRest({ url }: GatewayChild, { website, name, from, to, filter }: Asked): Promise<Answered> {
  const query = new URLSearchParams({ name, from, to, per_page: `${MOST_ROWS}`, filter: JSON.stringify(filter) });
  const headers = { Authorization: `Bearer ${KEY}` };
  const response = await fetch(`${url}/api/v1/stats/${website}?${query}`, { headers });
  const { data, total = -1 } = (await response.json()) as { data?: Answer['rows']; total?: number };
  return { status: response.status, answer: data ? { rows: data, total, visits: null } : null };
}

async function askGraphql({ url }: GatewayChild, { website, name, from, to, filter }: Asked): Promise<Answered> {
  const about = `from: "${from}", to: "${to}", filter: $filter`;
  const query = `query($filter: StatFilter) { website(id: ${website}) {
    stats(name: ${name.toUpperCase()}, ${about}, perPage: ${MOST_ROWS}) { total rows { value count } }
    summary(${about}) { visits { value } } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { filter } }),
  });
  const { data } = (await response.json()) as {
    data?: { website?: { stats: Answer; summary: { visits: { value: number } } } };
  };
  const found = data?.website;
  return { status: response.status, answer: found ? { ...found.stats, visits: found.summary.visits.value } : null };
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
