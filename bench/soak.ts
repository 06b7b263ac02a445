import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startMariaDb } from '../test/support/mariadb.ts';
import { benchDatabase } from './support/database.ts';
import { registerWebsite, startGatewayProcess } from './support/gateway.ts';

/*
 * `npm run bench:soak [-- --minutes=10] [--engine=sqlite|mariadb] [--pages=1000000]`: the memory of one process at
 * rest, with the location database loaded, and while it receives hits of that many different pages.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'sqlite' },
    pages: { type: 'string', default: '1000000' },
  },
});
const HOST = 'soak.example';
const AT_REST = 250;
/** The fraction by which the average of the last third may exceed that of the second third. */
const FLAT = 0.05;
const BATCH = 200;
const VISITORS = 100_000;
const LOOK = 5_000;
let next = 0;

const minutes = Number(values.minutes);
const pages = Number(values.pages);
const server = values.engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
const gateway = await startGatewayProcess(server ? { DATABASE_URL: await benchDatabase(server.url) } : {});
await registerWebsite(gateway, HOST);
await send(1);
console.log(`${values.engine}: ${pages} different pages in ${minutes} minutes, one process`);
// Memory that only startup needs is released after a while.
await sleep(20_000);
const rest = resident();
console.log(`  at rest ${rest} MiB with the location database (target ${AT_REST})`);

const started = performance.now();
const samples: number[] = [];
let sent = 1;
let looked = 0;
while (sent < pages) {
  const due = (pages * (performance.now() - started)) / (minutes * 60_000);
  if (sent < due) sent += await send(Math.min(BATCH, pages - sent));
  else await sleep(5);
  if (performance.now() - started < looked) continue;
  looked += LOOK;
  samples.push(resident());
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `  after ${seconds} s: ${samples.at(-1)} MiB, ${sent} pages sent, ${await gateway.metric('footfall_spool_hits')} not folded yet`,
  );
}
while ((await gateway.metric('footfall_spool_hits')) > 0) await sleep(100);
const stored = await gateway.metric('footfall_hits_stored_total');
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
await gateway.stop();
await server?.stop();
await rm(gateway.dataDir, { recursive: true, force: true });
process.exit(rest <= AT_REST && growth <= FLAT && stored === sent ? 0 : 1);

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
  const status = readFileSync(`/proc/${gateway.pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
