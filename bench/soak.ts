import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMariaDb } from '../test/support/mariadb.ts';
import { benchDatabase } from './support/database.ts';
import { registerWebsite, startGatewayProcess } from './support/gateway.ts';
import { runLoad } from './support/run-load.ts';

/*
 * `npm run bench:soak [-- --minutes=10] [--engine=sqlite|mariadb] [--pages=1000000] [--only=batches]`: the memory of one
 * process at rest, under batches as fast as they are taken, and while it receives hits of that many different pages.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'sqlite' },
    pages: { type: 'string', default: '1000000' },
    only: { type: 'string' },
  },
});
const HOST = 'soak.example';
const AT_REST = 200;
const UNDER_BATCHES = 450;
/** The fraction by which the average of the last third may exceed that of the second third. */
const FLAT = 0.05;
const BATCH = 200;
const VISITORS = 100_000;
const LOOK = 5_000;
/** Of Linux, in a second. */
const CLOCK_TICKS = 100;
let next = 0;

const minutes = Number(values.minutes);
const pages = Number(values.pages);
const server = values.engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
const env = {
  DATA_DIR: mkdtempSync(join(tmpdir(), 'footfall-soak-')),
  ...(server && { DATABASE_URL: await benchDatabase(server.url) }),
};
const first = await startGatewayProcess(env);
await registerWebsite(first, HOST);
await first.stop();
// The first process compiled the service's modules and kept the results.
const gateway = await startGatewayProcess(env);
await send(1);
console.log(`${values.engine}, one process`);
// Memory that only startup needs is released after a while.
await sleep(20_000);
const rest = resident();
console.log(`  at rest ${rest} MiB with the location database (target ${AT_REST})`);

let most = 0;
if ((values.only ?? 'batches') === 'batches') most = await sendBatches();
if (values.only === 'batches') await end(rest <= AT_REST && most <= UNDER_BATCHES);

console.log(`  ${pages} different pages in ${minutes} minutes`);
const beforePages = await gateway.metric('footfall_hits_stored_total');
const started = performance.now();
const samples: number[] = [];
let sent = 0;
let looked = 0;
while (sent < pages) {
  const due = (pages * (performance.now() - started)) / (minutes * 60_000);
  if (sent < due) sent += await send(Math.min(BATCH, pages - sent));
  else await sleep(5);
  if (performance.now() - started < looked) continue;
  looked += LOOK;
  samples.push(resident());
  const passed = Math.round((performance.now() - started) / 1000);
  console.log(
    `  after ${passed} s: ${samples.at(-1)} MiB, ${sent} pages sent, ${await gateway.metric('footfall_spool_hits')} not folded yet`,
  );
}
await settle();
const stored = (await gateway.metric('footfall_hits_stored_total')) - beforePages;
const third = Math.floor(samples.length / 3);
const [before, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
const growth = last / before - 1;
await sleep(20_000);
console.log(
  `  second third ${before.toFixed(0)} MiB, last third ${last.toFixed(0)} MiB: ${(growth * 100).toFixed(1)} % more; at rest again ${resident()} MiB`,
);
console.log(`  stored ${stored} of ${sent}`);
const verdicts = [
  rest <= AT_REST ? 'at rest within the target' : 'at rest TOO MUCH',
  growth <= FLAT ? 'flat' : 'GROWING',
  stored === sent ? 'exact' : 'NOT EXACT',
];
console.log(`  ${verdicts.join(', ')}`);
await end(rest <= AT_REST && most <= UNDER_BATCHES && growth <= FLAT && stored === sent);

async function end(isGood: boolean): Promise<never> {
  await gateway.stop();
  await server?.stop();
  await rm(gateway.dataDir, { recursive: true, force: true });
  process.exit(isGood ? 0 : 1);
}

/** Sends batches of 1,000 until all are folded; returns the most memory that the process took. */
async function sendBatches(): Promise<number> {
  const [before, processor] = [await gateway.metric('footfall_hits_stored_total'), seconds()];
  const beginning = performance.now();
  const { requests } = await runLoad({
    port: gateway.port,
    host: HOST,
    path: '/api/event/batch',
    batch: 1_000,
    connections: 4,
    seconds: 6,
    key: gateway.key,
  });
  await settle();
  const hits = (await gateway.metric('footfall_hits_stored_total')) - before;
  const rate = Math.round((hits * 1000) / (performance.now() - beginning));
  const highest = memory('VmHWM');
  console.log(
    `  batches of 1,000: at most ${highest} MiB (target ${UNDER_BATCHES}); ${hits} of ${requests * 1000} stored, ${rate} hits/s until all were folded, ${(((seconds() - processor) * 1e6) / hits).toFixed(1)} us of processor time a hit`,
  );
  return highest;
}

async function settle(): Promise<void> {
  while ((await gateway.metric('footfall_spool_hits')) > 0) await sleep(100);
}

/** Sends `count` hits, each of a page that was not sent before. */
async function send(count: number): Promise<number> {
  const hits = Array.from({ length: count }, () => {
    const visitor = Math.floor(Math.random() * VISITORS);
    return {
      page: `https://${HOST}/page-${next++}`,
      ip: `${20 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}.7`,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    };
  });
  const response = await fetch(`${gateway.url}/api/event/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ hits }),
  });
  const { accepted } = (await response.json()) as { accepted: number };
  if (accepted !== count) throw new Error(`Only ${accepted} of ${count} hits were accepted.`);
  return count;
}

/** Returns the resident memory of the process in MiB, as the kernel reports it. */
function resident(): number {
  return memory('VmRSS');
}

/** Returns what the kernel reports about the memory of the process, in MiB. */
function memory(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the processor time of the process so far, in seconds. */
function seconds(): number {
  const [user, system] =
    readFileSync(`/proc/${gateway.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / CLOCK_TICKS;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
