import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '../../src/db/open.ts';
import { dateOf } from '../../src/domain/calendar.ts';
import { rebuild } from '../../src/fold/verify.ts';
import { purgeTrash } from '../../src/jobs/retention.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { arePacked, PACE } from './support/columns.ts';
import { type GatewayChild, HOST, isReady, KEY, launch, launchReady, until } from './support/gateway.ts';
import { type State, Stream, totalOf } from './support/history.ts';
import { newRandom, type Random } from './support/random.ts';
import { check } from './support/tally.ts';

const DAY = 86_400_000;
const DOOMED = 'doomed.example';
/** The days of the hits, counted back from today: in months that are packed as one, in packed days, and open. */
const BACK = [70, 69, 45, 5, 3, 2, 0];
/** The fewest questions, and the milliseconds that they may take longer on a slow machine. */
const LEAST = 60;
const PATIENCE = 60_000;

async function run(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const random = newRandom();
  const place = await scene.place();
  const options = { broken, imports: [PACE] };
  const first = await launchReady(scene, place, options);
  // Before the other gateway starts, which therefore knows both websites once it is ready.
  const doomed = await register(first, DOOMED);
  const gateways = [first];
  if (scene.engine === 'MariaDB') {
    const { dataDir } = await scene.place();
    gateways.push(await launch(scene, { ...place, dataDir }, options));
  }
  for (const gateway of gateways) await isReady(gateway);

  const database = openDatabase(place.url, { timeout: 30_000 });
  scene.later(() => database.close());
  const today = Math.floor(Date.now() / DAY);
  const days = BACK.map(back => today - back);
  const streams = gateways.map(
    (gateway, at) => new Stream({ gateway, database, website: 1, host: HOST, page: `/late-${at}` }),
  );
  const doomedStream = new Stream({ gateway: first, database, website: doomed, host: DOOMED, page: '/doomed' });
  for (const stream of [...streams, doomedStream]) await stream.send(days);
  await until(() => arePacked(database, place.dataDir), 'all days are packed');

  const sentences = new Set<string>();
  let asked = 0;
  const end = performance.now() + ms;
  const goesOn = () => {
    const left = end - performance.now();
    if (scene.isControl) return sentences.size === 0 && left > -PATIENCE;
    return sentences.size < 5 && (left > 0 || (asked < LEAST && left > -PATIENCE));
  };
  const ask = async (gateway: GatewayChild, website: number, stream: Stream, isDeleted = false) => {
    asked++;
    const wrong = await question(gateway, { website, stream, random, days, isDeleted });
    if (wrong) sentences.add(wrong);
  };
  const write = async (stream: Stream) => {
    while (goesOn()) await stream.send(days.filter(() => random.below(2) === 0));
  };
  const askAll = async (gateway: GatewayChild) => {
    while (goesOn()) await ask(gateway, 1, random.of(streams));
  };
  const disturb = async () => {
    for (let isDeleted = false; goesOn(); ) {
      await rebuild(database, 1);
      for (const gateway of gateways) await ask(gateway, doomed, doomedStream, isDeleted);
      if (!isDeleted && asked > LEAST / 2) await remove(first, doomed);
      isDeleted ||= asked > LEAST / 2;
      if (isDeleted) await purgeTrash(database, 1_000);
    }
  };
  await Promise.all([...streams.map(write), ...gateways.flatMap(each => [askAll(each), askAll(each)]), disturb()]);
  const states = streams.reduce((sum, stream) => sum + stream.states.length, 0);
  const { broken: more } = await check(scene, place, gateways, []);
  return { broken: [...sentences, ...more], figures: { seed: random.seed, questions: asked, states } };
}

interface Asked {
  readonly website: number;
  readonly stream: Stream;
  readonly random: Random;
  readonly days: readonly number[];
  readonly isDeleted: boolean;
}

/** Asks about a page from one of the days on; returns a sentence if the answer is none of the states it may have. */
async function question(gateway: GatewayChild, asked: Asked): Promise<string | null> {
  const { website, stream, random, days, isDeleted } = asked;
  const from = dateOf(random.of(days));
  const to = dateOf((days.at(-1) as number) + 1);
  const filter = { name: 'PAGE', operator: 'IS', values: [stream.page] };
  const judge = stream.begin();
  const later = (state: State) => Object.fromEntries(Object.entries(state).filter(([date]) => date >= from));
  const way = random.of(['REST', 'GraphQL', 'totals'] as const);
  const query = new URLSearchParams({ name: 'pageviews', from, to, per_page: '100', filter: JSON.stringify(filter) });
  const path = `/api/v1/stats/${website}?${query}`;
  const about = `from: "${from}", to: "${to}", filter: $filter`;
  const fields =
    way === 'totals'
      ? `summary(${about}) { visits { value } }`
      : `stats(name: PAGEVIEWS, ${about}, perPage: 100) { rows { value count } }`;
  const body = { query: `query($filter: StatFilter) { website(id: ${website}) { ${fields} } }`, variables: { filter } };
  let status: number;
  let found: Found | null | undefined;
  if (way === 'REST') ({ status, answer: found } = await call<Found>(gateway, 'GET', path));
  else {
    const response = await call<GraphqlAnswer>(gateway, 'POST', '/graphql', body);
    found = response.answer.data?.website;
    const isGone = found === null && (response.answer.errors ?? []).every(one => one.extensions?.code === 'NOT_FOUND');
    status = isGone ? 404 : response.status;
  }
  const rows = found?.data ?? found?.stats?.rows;
  const got = rows && Object.fromEntries(rows.map(({ value, count }) => [value, count]));
  const visits = found?.summary?.visits.value;
  // For some seconds, the other gateway does not know that a website is deleted, and finds nothing.
  if (isDeleted && (status === 404 || visits === 0 || (got && Object.keys(got).length === 0))) return null;
  const isRight = judge(state => (got ? isDeepStrictEqual(got, later(state)) : visits === totalOf(later(state))));
  if (isRight) return null;
  return `${way} answered ${status} for ${stream.page} from ${from}: ${JSON.stringify(got ?? visits ?? found)}, which is no state from ${JSON.stringify(stream.states.slice(-3))} or shortly before.`;
}

interface Found {
  readonly data?: readonly { readonly value: string; readonly count: number }[];
  readonly stats?: { readonly rows: Found['data'] };
  readonly summary?: { readonly visits: { readonly value: number } };
}

interface GraphqlAnswer {
  readonly data?: { readonly website?: Found | null } | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

async function call<T>({ url }: GatewayChild, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, answer: (await response.json()) as T };
}

async function register(gateway: GatewayChild, domain: string): Promise<number> {
  const { status, answer } = await call<{ data?: { id: number } }>(gateway, 'POST', '/api/v1/websites', { domain });
  if (!answer.data) throw new Error(`The website was not registered: ${status} ${JSON.stringify(answer)}`);
  return answer.data.id;
}

async function remove(gateway: GatewayChild, website: number): Promise<void> {
  const { status } = await call(gateway, 'DELETE', `/api/v1/websites/${website}`);
  if (status !== 200) throw new Error(`The website was not deleted: ${status}.`);
}

export const columnsLate: Fault = {
  name: 'columns-late',
  promise:
    'gateways that pack columns while hits of past days are folded and rollups are rebuilt: every answer is a state of the database while it was asked for, and none goes back',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'MariaDB',
  run: scene => run(scene, scene.short ? 3_000 : 120_000),
  control: { with: 'sameVersions', shows: /is no state/, run: (scene, broken) => run(scene, 3_000, broken) },
};
