import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, KEY, launchReady, metric } from './support/gateway.ts';

/** Milliseconds. The short run must hold on a machine that is several times slower. */
const ANSWERED_WITHIN = { short: 400, long: 100 };
const LAG = { short: 200, long: 50 };
/** The median of this many attempts counts, because this machine does other things as well. */
const TIMES = 3;
/** A few ticks, in milliseconds, of the clock with which the gateway measures its event loop. */
const TICKS = 25;
/** Slightly less than the largest body. */
const ROOM = 100_000;

interface Bomb {
  readonly what: string;
  /** The body as it is sent; built from `query` unless given. */
  readonly body: string;
}

const repeat = (text: string, room = ROOM) => text.repeat(Math.floor(room / text.length));
const numbered = (make: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const RANGE = 'from: "2025-01-01", to: "2025-12-31"';

/** Each is as large as a body may be, or only just within its limit. */
function bombs(): Bomb[] {
  const queries: Record<string, string> = {
    aliases: `{ ${numbered(index => `a${index}:viewer{id}`, 5_000)} }`,
    'just too many aliases': `{ ${numbered(index => `a${index}:viewer{id}`, 101)} }`,
    depth: `{${repeat('a{', 49_000)}b${repeat('}', 49_000 / 2)}}`,
    'open braces': repeat('{'),
    'open brackets': `{a(b:${repeat('[')}`,
    directives: `{viewer{id${repeat(' @skip(if:false)')}}}`,
    'unknown directives': `{viewer{id${repeat('@a')}}}`,
    'fields that overlap': `{${repeat('viewer{id email}')}}`,
    'the same field': `{${repeat('__typename ')}}`,
    'fragments that double': `{...f0} ${numbered(index => `fragment f${index} on Query{...f${index + 1} ...f${index + 1}}`, 1_500)}`,
    'a fragment in itself': `{...a} fragment a on Query{${repeat('...a ', 90_000)}}`,
    'fragments in a circle': `{...f0} ${numbered(index => `fragment f${index} on Query{...f${(index + 1) % 90}}`, 90)}`,
    'pages of pages': `{websites(perPage:100){rows{stats(name:PAGE,${RANGE},perPage:100){rows{value label count share}}}}}`,
    'years of a thousand websites': `{websites(perPage:1000){rows{timeseries(${RANGE},interval:DAY){points{start visitors}}}}}`,
    'statistics of a thousand websites': `{websites(perPage:1000){rows{stats(name:PAGE,${RANGE}){total}}}}`,
    'statistics without end': `{website(id:1){${numbered(index => `a${index}:stats(name:PAGE,${RANGE},perPage:100){rows{value label count share}}`, 99)}}}`,
    'the schema of the schema': `{__schema{types{fields{type{fields{type{fields{type{fields{type{fields{name}}}}}}}}}}}}`,
    'the schema many times': `{${numbered(index => `a${index}:__schema{types{fields{name args{name}}}}`, 99)}}`,
    'a long text': `{website(domain:"${'x'.repeat(90_000)}"){id}}`,
    'a text of escapes': `{website(domain:"${'\\u0041'.repeat(15_000)}"){id}}`,
    'a filter without end': `{website(id:1){stats(name:PAGE,${RANGE},filter:${repeat('{and:[', 40_000)}{name:PAGE}${repeat(']}', 13_000)}){total}}}`,
    'numbers without end': `{website(id:1){stats(name:PAGE,${RANGE},perPage:${'9'.repeat(90_000)}){total}}}`,
    'variables without end': `query(${numbered(index => `$v${index}:Int`, 9_000)}){viewer{id}}`,
    comments: `${repeat('#\n')}{viewer{id}}`,
  };
  const one = '{"query":"{viewer{id}}"}';
  return [
    ...Object.entries(queries).map(([what, query]) => ({ what, body: JSON.stringify({ query }) })),
    { what: 'a batch', body: `[${Array(4_000).fill(one).join()}]` },
    { what: 'a batch of two', body: `[${one},${one}]` },
    {
      what: 'deep variables',
      body: `{"query":"query($v:Int){viewer{id}}","variables":{"v":${'['.repeat(45_000)}${']'.repeat(45_000)}}}`,
    },
    { what: 'a body that is too large', body: JSON.stringify({ query: `{ ${'a '.repeat(100_000)} }` }) },
  ];
}

/**
 * Takes some tenths of a second where nothing stops it, not hours, because a fragment that was checked once is
 * remembered.
 */
const CHAIN: Bomb = {
  what: 'a chain of fragments',
  body: JSON.stringify({
    query: `{...f0} ${numbered(index => `fragment f${index} on Query{viewer{id} ...f${index + 1}}`, 1_800)} fragment f1800 on Query{viewer{id}}`,
  }),
};

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const gateway = await launchReady(scene, await scene.place(), { broken });
  const sentences: string[] = [];
  // Without limits, some would take hours.
  const all = scene.isControl ? [CHAIN] : [...bombs(), CHAIN];
  // Everything loaded on first use is loaded before.
  for (const query of ['{viewer{id}}', '{nobody{id}}']) await explode(gateway, JSON.stringify({ query }));
  const length = scene.short ? 'short' : 'long';
  let [slowest, worst] = [0, 0];
  for (const { what, body } of all) {
    const tries: Exploded[] = [];
    for (let time = 0; time < (scene.isControl ? 1 : TIMES); time++) tries.push(await explode(gateway, body));
    const ms = median(tries.map(one => one.ms));
    const lag = median(tries.map(one => one.lag));
    slowest = Math.max(slowest, ms);
    worst = Math.max(worst, lag);
    const reason = tries[0]?.reason ?? '';
    if (!/^[A-Z"].{15,}/s.test(reason))
      sentences.push(`${what}: the response gave no reason: ${reason || tries[0]?.status}.`);
    if (ms > ANSWERED_WITHIN[length]) sentences.push(`${what}: refused after ${ms} ms.`);
    if (lag > LAG[length]) sentences.push(`${what}: nothing else ran for ${lag} ms.`);
  }
  return {
    broken: sentences.slice(0, 12),
    figures: { bombs: all.length, 'slowest refusal ms': slowest, 'longest lag ms': worst },
  };
}

interface Exploded {
  readonly status: number;
  readonly ms: number;
  readonly lag: number;
  /** The message of the first error; empty for a response without one. */
  readonly reason: string;
}

/** Sends a body as an integration would; the gateway itself reports how long its event loop was blocked meanwhile. */
async function explode(gateway: GatewayChild, body: string): Promise<Exploded> {
  // Reading the metric restarts it with the second tick after the read, because each tick is compared with the one
  // before.
  await metric(gateway, LAG_METRIC);
  await sleep(TICKS);
  const started = performance.now();
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  const text = (await response?.text()) ?? '';
  const ms = Math.round(performance.now() - started);
  await sleep(TICKS);
  // Which of two readings has the value depends on the order in which the metrics are collected.
  const lags = [await metric(gateway, LAG_METRIC), await metric(gateway, LAG_METRIC)];
  const lag = Math.round(Math.max(...lags) * 1_000);
  const { errors } = JSON.parse(text || '{}') as { errors?: { message: string }[] };
  return { status: response?.status ?? 0, ms, lag, reason: errors?.[0]?.message ?? '' };
}

const LAG_METRIC = 'nodejs_eventloop_lag_max_seconds';

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export const graphqlBombs: Fault = {
  name: 'graphql-bombs',
  promise:
    'operations built to be expensive are refused within 100 ms with a reason, and delay other requests by less than 50 ms',
  engines: ['SQLite'],
  alone: true,
  run: scene => run(scene),
  control: { with: 'noLimits', shows: /refused after|nothing else ran/, run },
};
