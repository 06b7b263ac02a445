import { connect } from 'node:net';
import { mariadb, missing } from '../support/programs.ts';
import type { Fault, FaultEngine, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, HOST, KEY, launchReady, metric, until } from './support/gateway.ts';
import { openPlace } from './support/place.ts';
import { type PoisonedRequest, poisonedRequests } from './support/poison.ts';
import { readRows } from './support/rows.ts';
import { check } from './support/tally.ts';

/** These depend on the hour of the run, so they may differ between two runs that do not end at the same time. */
const BY_THE_CLOCK = ['pageviews_hours', 'visitors_hours', 'pageviews', 'visitors'];

interface Served {
  readonly place: Place;
  readonly gateway: GatewayChild;
  readonly answers: readonly string[];
  readonly rows: Readonly<Record<string, unknown>>;
}

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const engines: FaultEngine[] = missing(mariadb) ? ['SQLite'] : ['SQLite', 'MariaDB'];
  // What a control breaks shows in a part of them.
  const requests = poisonedRequests(KEY).filter((_, at) => !scene.isControl || at % 5 === 0);
  const served = await Promise.all(engines.map(engine => serve(scene, engine, requests, broken)));
  const sentences: string[] = [];
  let neighbours = 0;
  for (const { place, gateway, answers, rows } of served) {
    answers.forEach((answer, index) => {
      if (/^(5|0)/.test(answer)) sentences.push(`${place.engine} responded ${answer} to ${requests[index]?.what}.`);
    });
    const pages = new Map(Object.entries(rows.page as Record<string, number>));
    const wanted = requests.flatMap(request => request.neighbours);
    neighbours += wanted.length;
    const uncounted = wanted.filter(path => pages.get(path) !== 1);
    if (uncounted.length > 0)
      sentences.push(
        `${place.engine} did not count ${uncounted.length} sound neighbours once: ${uncounted.slice(0, 3)}.`,
      );
    // A control is noticed by now, and what is broken in it would only be waited for.
    if (!scene.isControl) sentences.push(...(await check(scene, place, gateway, [])).broken);
  }
  const [first, second] = served;
  if (first && second) {
    requests.forEach(({ what }, index) => {
      if (first.answers[index] !== second.answers[index])
        sentences.push(`${what} got different responses: ${first.answers[index]} and ${second.answers[index]}.`);
    });
    for (const [name, rows] of Object.entries(first.rows))
      if (JSON.stringify(rows) !== JSON.stringify(second.rows[name]))
        sentences.push(`${name} differs between the engines.`);
  }
  const statuses: Record<string, number> = {};
  for (const answer of first?.answers ?? []) statuses[answer.slice(0, 3)] = (statuses[answer.slice(0, 3)] ?? 0) + 1;
  return {
    broken: sentences.slice(0, 20),
    figures: {
      engines: engines.join(' and '),
      requests: requests.length,
      ...statuses,
      'neighbours counted': neighbours,
    },
  };
}

async function serve(
  scene: Scene,
  engine: FaultEngine,
  requests: readonly PoisonedRequest[],
  broken: BreakageName | undefined,
): Promise<Served> {
  const place = await openPlace(engine);
  scene.later(place.remove);
  const gateway = await launchReady(scene, place, { broken });
  await fetch(`${gateway.url}/api/v1/websites/1`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: '{"exclude_bots":0}',
  });
  const answers: string[] = [];
  for (const { bytes } of requests) answers.push(await exchange(gateway.port, bytes));
  await until(
    async () => (await metric(gateway, 'footfall_spool_hits')) === 0,
    'all hits are folded',
    broken ? 5_000 : 120_000,
  ).catch(() => undefined);
  const rows = await readRows(gateway, HOST, BY_THE_CLOCK);
  return { place, gateway, answers, rows };
}

/** Returns the status, the reason of a drop and the body of the response, or `0` when there is none. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', part => {
      text += part.toString('utf8');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const dropped = /^x-footfall-dropped: (\w+)/im.exec(head)?.[1] ?? '';
      resolve(head === '' ? '0' : `${head.slice(9, 12)} ${dropped} ${/image\/gif/.test(head) ? 'gif' : body}`);
    });
  });
}

export const poison: Fault = {
  name: 'poison',
  promise:
    'naughty text in every field: never a 5xx, every valid neighbour is counted once, both databases give the same responses',
  engines: ['SQLite'],
  run: scene => run(scene),
  control: { with: 'rawText', shows: /set aside|differ|did not count|responded 5|got different responses/, run },
};
