import { chunks } from '../../src/db/sql.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, HOST, KEY, launchReady, metric, until } from './support/gateway.ts';
import { check } from './support/tally.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** So few that the flood of the control leaves no room, and a network may still bring more than the units of an event. */
const MAX_NEW_VALUES = 440;
const RANGE = 'from: "1990-01-01", to: "2150-12-31"';
/** What a network may have. */
const SHARE = MAX_NEW_VALUES / 20;
const SEATS = 50;
const UNITS = 20;

type Row = { value: string; count: number; timeOnPage: number | null; amounts: { unit: string; sum: string }[] };

/** One network sends everything that spoils numbers, beside other people; each promise that does not hold is a sentence. */
async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { broken, env: { MAX_NEW_VALUES: String(MAX_NEW_VALUES) } });
  await send(gateway, 'PATCH', '/websites/1', {
    privacy: 0,
    exclude_referrers: 'unwanted.example',
    hosts: `*.${HOST}`,
    allow_hosts: HOST,
  });
  const started = performance.now();
  const one = (host: number) => `203.0.113.${host}`;
  await hit(gateway, one(1), { page: '/long' });
  await hit(gateway, one(1), { page: '/long', engagement: 7_200 });
  const flood = Array.from({ length: MAX_NEW_VALUES }, (_, at) => at);
  await together(flood, at => hit(gateway, one(2 + (at % 200)), { page: `/flood-${at}` }));
  await hit(gateway, '198.51.1.1', { page: '/shop' });
  await hit(gateway, '198.51.1.1', { page: '/shop', event: { name: 'Order', value: 15, unit: 'EUR' } });
  await hit(gateway, one(250), { page: '/', event: { name: 'Order', value: '99999999999999999999', unit: 'EUR' } });
  for (let at = 0; at < 2 * UNITS; at++)
    await hit(gateway, '198.51.2.1', { page: '/shop', event: { name: 'Gift', value: 1, unit: `U${at}` } });
  const dropped = [
    await hit(gateway, one(251), { page: '/', referrer: 'https://semalt.com/' }),
    await hit(gateway, one(251), { page: '/', referrer: 'https://sub.unwanted.example/' }),
    await hit(gateway, one(251), { url: `https://copy.${HOST}/` }),
  ];
  // With two visitors each, these pages are nobody's share, and find room in the reserve.
  const own = Array.from({ length: 20 }, (_, at) => `/own-${at}`);
  for (const person of [1, 2])
    await together([...own.entries()], ([at, page]) => hit(gateway, `198.${person}.${at}.1`, { page }));
  await until(async () => (await metric(gateway, 'footfall_spool_hits')) === 0, 'all hits are folded');
  const elapsed = Math.ceil((performance.now() - started) / 1000);

  const pages = await rowsOf(gateway, 'PAGE', 'timeOnPage');
  const events = await rowsOf(gateway, 'EVENT', 'amounts { unit sum }');
  const amountsOf = (name: string) => events.find(({ value }) => value === name)?.amounts ?? [];
  const flooded = pages.filter(({ value }) => value.startsWith('/flood-')).length;
  const engaged = pages.find(({ value }) => value === '/long')?.timeOnPage ?? 0;
  const revenue = amountsOf('Order').find(({ unit }) => unit === 'EUR')?.sum;
  const units = amountsOf('Gift').filter(({ unit }) => unit !== '(other)').length;
  const missing = own.filter(page => !pages.some(({ value }) => value === page));
  const live = await watchers(gateway);
  const forgotten = await forget(gateway, scene);
  const left = (await rowsOf(gateway, 'PAGE')).filter(({ value }) => value.startsWith('/flood-')).length;
  const promises: [string, boolean][] = [
    [`One network brought ${flooded} pages of a day with room for ${MAX_NEW_VALUES}.`, flooded > SHARE],
    [`${missing.length} pages of others are missing.`, missing.length > 0],
    [`A visit of ${elapsed} s has ${engaged} s.`, engaged > elapsed + 60],
    [`The orders of 15 EUR have the sum ${revenue}.`, Number(revenue) !== 15],
    [`An event has ${units} units.`, units !== UNITS],
    [
      `Of 3 hits that shields drop, ${dropped.filter(reason => reason === '').length} were accepted.`,
      dropped.includes(''),
    ],
    [
      `One network has ${live.ofOne} live subscriptions, another one ${live.ofOther}.`,
      live.ofOne > SEATS || live.ofOther !== 1,
    ],
    [`Of ${flooded} forgotten pages, ${left} are left.`, left > 0 || forgotten < flooded],
  ];
  const sentences = promises.flatMap(([sentence, isBroken]) => (isBroken ? [sentence] : []));
  const figures = { flooded, engaged, units, 'live of one network': live.ofOne, forgotten, dropped: dropped.join(' ') };
  if (scene.isControl) {
    const whole = sentences.length === promises.length ? ['Every promise is broken.'] : [];
    return { broken: [...whole, ...sentences], figures };
  }
  return { broken: [...sentences, ...(await check(scene, place, gateway, [])).broken], figures };
}

/** Does the work for all of them, twenty at a time. */
async function together<Of, Result>(all: readonly Of[], work: (one: Of) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const some of chunks(all, 20)) results.push(...(await Promise.all(some.map(work))));
  return results;
}

interface Sent {
  readonly page?: string;
  readonly url?: string;
  readonly referrer?: string;
  readonly engagement?: number;
  readonly event?: object;
}

/** Returns why the hit was dropped; nothing if it was accepted. */
async function hit(gateway: GatewayChild, address: string, { page, url, ...more }: Sent): Promise<string> {
  const response = await fetch(`${gateway.url}/api/event`, {
    method: 'POST',
    headers: { 'User-Agent': AGENT, 'X-Forwarded-For': address },
    body: JSON.stringify({ page: url ?? `https://${HOST}${page}`, ...more }),
  });
  await response.arrayBuffer();
  return response.headers.get('x-footfall-dropped') ?? (response.status === 202 ? '' : String(response.status));
}

async function send(gateway: GatewayChild, method: string, path: string, body?: object) {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

async function rowsOf(gateway: GatewayChild, name: string, more = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, lastPage = 1; page <= lastPage; page++) {
    const query = `{ website(domain: "${HOST}") { stats(name: ${name}, ${RANGE}, perPage: 100, page: ${page}) { rows { value count ${more} } lastPage } } }`;
    const { data, errors } = await ask(gateway, query);
    if (!data?.website) throw new Error(`${name} could not be read: ${JSON.stringify(errors)}`);
    rows.push(...data.website.stats.rows);
    lastPage = data.website.stats.lastPage;
  }
  return rows;
}

async function ask(gateway: GatewayChild, query: string) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return await response.json();
}

/** Returns how many live subscriptions one network gets when it wants more than it may have, and then another one. */
async function watchers(gateway: GatewayChild): Promise<{ ofOne: number; ofOther: number }> {
  const aborted = new AbortController();
  const watch = async (address: string): Promise<number> => {
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-Forwarded-For': address },
      body: JSON.stringify({ query: `subscription { live(domain: "${HOST}") { visitors30 } }` }),
      signal: aborted.signal,
    });
    let text = '';
    const reader = response.body?.getReader();
    while (reader && !/data: \{.*\}\n\n/.test(text)) {
      const { value, done } = await reader.read();
      if (done) break;
      text += Buffer.from(value).toString();
    }
    return /visitors30":\d/.test(text) ? 1 : 0;
  };
  const some = Array.from({ length: SEATS + 10 }, (_, at) => `203.0.113.${at}`);
  const ofOne = (await together(some, watch)).reduce((sum, got) => sum + got, 0);
  const ofOther = await watch('198.51.3.1');
  aborted.abort();
  return { ofOne, ofOther };
}

/** Forgets the flood after a look at the preview, and returns how many hits that said. */
async function forget(gateway: GatewayChild, scene: Scene): Promise<number> {
  const choice = { from: '2020-01-01', to: '2149-12-31', page: '/flood-*' };
  const { hits } = await send(gateway, 'POST', '/websites/1/forget', { ...choice, dry_run: 1 });
  await send(gateway, 'POST', '/websites/1/forget', { ...choice, hits });
  const isDone = async () => {
    const [latest] = await send(gateway, 'GET', '/websites/1/forget');
    return latest.state === 'done';
  };
  await until(isDone, 'the flood is forgotten', scene.isControl ? 20_000 : undefined).catch(() => undefined);
  return hits;
}

export const oneSender: Fault = {
  name: 'one-sender',
  promise:
    'one network that sends new pages, endless amounts, units, hours of engagement, spam and live subscriptions leaves the numbers of others alone, and is forgotten without a trace',
  engines: ['SQLite', 'MariaDB'],
  run,
  control: { with: 'credulousService', shows: /^Every promise is broken/, run },
};
