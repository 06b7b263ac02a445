import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, HOST, KEY, launchReady, metric, until } from './support/gateway.ts';

/** Values of the website's pages. */
const VALUES = 200_000;
const FEWER = 20_000;
/** So many that others wait where one thread does everything. */
const ENOUGH = 60_000;
const BATCH = 1_000;
/**
 * Milliseconds by which other callers may wait longer, and for which nothing else may run. The short run must hold on a
 * machine that is several times slower.
 */
const LATER = { short: 400, long: 100 };
const LAG = { short: 200, long: 50 };
/** Milliseconds within which a process without work notices that. */
const AT_REST = 12_000;
const LAG_METRIC = 'nodejs_eventloop_lag_max_seconds';
const RANGE = 'from: "2020-01-01", to: "2030-12-31"';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const texts = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const condition = (values: readonly string[], operator = 'CONTAINS') => ({ name: 'PAGE', operator, values });
const numbered = (count: number, make: (at: number) => string) => texts(count, make).join(' ');

/** What a stranger may ask of a public website, as expensive as the limits on operations allow. */
const QUESTIONS: Readonly<Record<string, { readonly query: string; readonly filter?: object }>> = {
  'a filter of 30 conditions with 100 texts each': {
    query: `query($filter: StatFilter) { shared(domain: "${HOST}") { stats(name: PAGE, ${RANGE}, filter: $filter) { total } } }`,
    filter: { and: texts(30, one => condition(texts(100, two => `/page-${one}-${two}-`))) },
  },
  'a filter that half of the values match': {
    query: `query($filter: StatFilter) { shared(domain: "${HOST}") { summary(${RANGE}, filter: $filter) { visits { value } } } }`,
    filter: { or: texts(30, at => condition([`${at}`])) },
  },
  'searches under 90 names': {
    query: `{ shared(domain: "${HOST}") { ${numbered(90, at => `a${at}: stats(name: PAGE, ${RANGE}, search: "${at}", perPage: 100) { rows { value } }`)} } }`,
  },
  'lists of 60 ranges sorted by value': {
    query: `{ shared(domain: "${HOST}") { ${numbered(60, at => `a${at}: stats(name: PAGE, from: "2020-01-01", to: "20${30 + (at % 60)}-12-31", sortBy: VALUE, page: ${at + 1}, perPage: 100) { rows { value } }`)} } }`,
  },
  'last pages of long lists': {
    query: `{ shared(domain: "${HOST}") { ${numbered(40, at => `a${at}: stats(name: LANDING_PAGE, ${RANGE}, sort: ASC, page: ${500 + at}, perPage: 100) { rows { value visitors } }`)} } }`,
  },
};

/** The requests of others, which must not wait. */
const OTHERS: Readonly<Record<string, (url: string) => Promise<Response>>> = {
  'a health check': url => fetch(`${url}/healthz`),
  readiness: url => fetch(`${url}/readyz`),
  'a list of websites with a key': url =>
    fetch(`${url}/api/v1/websites`, { headers: { Authorization: `Bearer ${KEY}` } }),
  'totals with a key': url =>
    ask(url, `{ website(domain: "${HOST}") { summary(${RANGE}) { visits { value } } } }`, undefined, KEY),
  'a filtered list with a key': url =>
    ask(
      url,
      `query($filter: StatFilter) { website(domain: "${HOST}") { stats(name: BROWSER, ${RANGE}, filter: $filter) { total } } }`,
      condition(['/page-1-1-1'], 'IS'),
      KEY,
    ),
  'a hit': url =>
    fetch(`${url}/api/event`, {
      method: 'POST',
      headers: { 'User-Agent': AGENT },
      body: JSON.stringify({ page: `https://${HOST}/during` }),
    }),
};

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const gateway = await launchReady(scene, await scene.place(), { broken });
  const values = scene.isControl ? ENOUGH : scene.short ? FEWER : VALUES;
  await fill(gateway, values);
  const sentences: string[] = [];
  const length = scene.short && !scene.isControl ? 'short' : 'long';
  // Once the process is idle, it frees the memory of its start, which takes longer than the long run allows.
  if (!scene.short) await sleep(AT_REST);
  const questions = Object.entries(QUESTIONS);
  let [waited, lagged] = [0, 0];
  // Threads start, and code is compiled, with the first question.
  await during(gateway, 500);
  const first = scene.isControl ? questions.slice(0, 1) : questions;
  for (const [, { query, filter }] of first) await stranger(gateway, query, filter);
  for (const [what, { query, filter }] of questions) {
    if (scene.isControl && sentences.length > 0) break;
    const usual = await during(gateway, scene.short ? 600 : 1_500);
    await readLag(gateway);
    let asking = true;
    let status = 0;
    const attack = Promise.all(
      texts(4, async () => {
        while (asking) status = await stranger(gateway, query, filter);
      }),
    );
    await sleep(300);
    const meanwhile = await during(gateway, scene.short ? 1_200 : 6_000);
    asking = false;
    const lag = await readLag(gateway);
    await attack;
    for (const [name, ms] of Object.entries(meanwhile)) {
      const longer = ms - (usual[name] ?? 0);
      waited = Math.max(waited, longer);
      if (longer > LATER[length]) sentences.push(`${what}: ${name} took ${Math.round(longer)} ms longer.`);
    }
    lagged = Math.max(lagged, lag);
    if (lag > LAG[length]) sentences.push(`${what}: nothing else ran for ${Math.round(lag)} ms.`);
    if (status !== 200) sentences.push(`${what}: the last response had the status ${status}.`);
  }
  return {
    broken: sentences,
    figures: {
      values,
      'longest wait ms': Math.round(waited),
      'longest lag ms': Math.round(lagged),
      'memory MB': Math.round((await metric(gateway, 'process_resident_memory_bytes')) / 1e6),
    },
  };
}

/** Sends hits for as many pages, from as many visitors, and waits until they are counted. */
async function fill(gateway: GatewayChild, pages: number): Promise<void> {
  const now = Date.now();
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  const update = { method: 'PATCH', headers, body: JSON.stringify({ privacy: 0 }) };
  const changed = await fetch(`${gateway.url}/api/v1/websites/1`, update);
  if (changed.status !== 200) throw new Error(`The website was not made public: ${await changed.text()}`);
  for (let start = 0; start < pages; start += BATCH) {
    const hits = texts(BATCH, index => {
      const at = start + index;
      return {
        page: `https://${HOST}/page-${at % 30}-${at % 100}-${at}/with-a-rather-long-name`,
        ip: `20.${at % 200}.${(at >> 8) % 200}.1`,
        user_agent: AGENT,
        time: new Date(now - (at % 5) * 86_400_000).toISOString(),
      };
    });
    const sent = await fetch(`${gateway.url}/api/event/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ hits }),
    });
    if (!sent.ok) throw new Error(`A batch was refused: ${sent.status} ${await sent.text()}`);
    await sent.arrayBuffer();
  }
  await until(
    async () => (await metric(gateway, 'footfall_hits_stored_total')) >= pages,
    'all hits are counted',
    120_000,
  );
}

function ask(url: string, query: string, filter?: object, key?: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ query, variables: { filter } }),
    signal: AbortSignal.timeout(60_000),
  });
}

/** Asks as a stranger does and returns the status. */
async function stranger({ url }: GatewayChild, query: string, filter?: object): Promise<number> {
  const response = await ask(url, query, filter);
  await response.arrayBuffer();
  return response.status;
}

/** Repeats the requests of others for some time; returns the 95th percentile of each in milliseconds. */
async function during({ url }: GatewayChild, ms: number): Promise<Record<string, number>> {
  const until = performance.now() + ms;
  const figures: Record<string, number> = {};
  await Promise.all(
    Object.entries(OTHERS).map(async ([name, request]) => {
      const took: number[] = [];
      while (performance.now() < until) {
        const started = performance.now();
        const response = await request(url);
        await response.arrayBuffer();
        took.push(response.ok ? performance.now() - started : 60_000);
        await sleep(30);
      }
      took.sort((a, b) => a - b);
      figures[name] = took[Math.floor((took.length - 1) * 0.95)] ?? 0;
    }),
  );
  return figures;
}

async function readLag(gateway: GatewayChild): Promise<number> {
  const lags = [await metric(gateway, LAG_METRIC), await metric(gateway, LAG_METRIC)];
  return Math.max(...lags) * 1_000;
}

export const costlyQuestions: Fault = {
  name: 'costly-questions',
  promise:
    'the most expensive questions a stranger may ask, in a loop, delay nobody else by more than 100 ms and the event loop by less than 50',
  engines: ['SQLite', 'MariaDB'],
  alone: true,
  run: scene => run(scene),
  control: { with: 'noThreads', shows: /longer|nothing else ran/, run },
};
