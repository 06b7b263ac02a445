import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMariaDb } from '../test/support/mariadb.ts';
import { benchDatabase } from './support/database.ts';
import { type GatewayProcess, registerWebsite, startGatewayProcess } from './support/gateway.ts';
import { median, runLoad } from './support/run-load.ts';
import { measureSeveral } from './support/several.ts';
import { measureStart } from './support/start.ts';

/*
 * `npm run bench:collect [-- --quick] [--only=mariadb|sqlite]`: how many hits one process acknowledges durably,
 * compared with a bare node:http server in the same run; how soon it is ready; and, on MariaDB, the throughput of two
 * processes.
 */

const HOST = 'bench.example';
const quick = process.argv.includes('--quick');
const rounds = quick ? 1 : 3;
const seconds = quick ? 4 : 10;

const only = process.argv.find(argument => argument.startsWith('--only='))?.slice('--only='.length);
const engines = (only ? [only] : ['mariadb', 'sqlite']) as ('mariadb' | 'sqlite')[];
const bare = spawn(process.execPath, [fileURLToPath(new URL('./support/bare-server.ts', import.meta.url))], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [chunk] = (await once(bare.stdout, 'data')) as [Buffer];
const barePort = Number(chunk.toString());

for (const engine of engines) {
  const server = engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
  const gateway = await startGatewayProcess(server ? { DATABASE_URL: await benchDatabase(server.url) } : {});
  try {
    await registerWebsite(gateway, HOST);
    await sleep(500);
    console.log(
      `\n${engine}: 100 000 visitors, 20 000 pages, 64 connections, one process, ${rounds} rounds of ${seconds} s`,
    );
    await single(gateway);
    await sustained(gateway);
    await batches(gateway);
    await gateway.stop();
    await measureStart(server ? { DATABASE_URL: await benchDatabase(server.url) } : {});
    if (server) await measureSeveral(() => benchDatabase(server.url), quick ? 4 : 8);
  } finally {
    await server?.stop();
  }
}
bare.kill();

async function single(gateway: GatewayProcess): Promise<void> {
  const ours: number[] = [];
  const reference: number[] = [];
  const p99: number[] = [];
  await runLoad({ port: gateway.port, host: HOST, seconds: 2 });
  for (let round = 0; round < rounds; round++) {
    reference.push((await runLoad({ port: barePort, host: HOST, seconds })).perSecond);
    await settle(gateway);
    const result = await runLoad({ port: gateway.port, host: HOST, seconds });
    ours.push(result.perSecond);
    p99.push(result.p99);
    if (Object.keys(result.statuses).join() !== '202') console.log('  statuses', result.statuses);
  }
  const ratio = median(ours) / median(reference);
  console.log(
    `  single hits    ${whole(median(ours))}/s, p99 ${median(p99).toFixed(1)} ms; bare node:http ${whole(median(reference))}/s; ratio ${ratio.toFixed(2)} (target 0.40, p99 < 15 ms)`,
  );
  await settle(gateway);
}

async function sustained(gateway: GatewayProcess): Promise<void> {
  const length = quick ? 15 : 60;
  let worst = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      worst = Math.max(worst, await gateway.metric('footfall_fold_lag_seconds'));
      await sleep(250);
    }
  })();
  const result = await runLoad({ port: gateway.port, host: HOST, seconds: length, rate: 10_000 });
  over = true;
  await watching;
  console.log(
    `  sustained      ${whole(result.perSecond)}/s for ${length} s, p99 ${result.p99.toFixed(1)} ms, longest fold lag ${worst.toFixed(2)} s (target 10 000/s, lag < 1 s)`,
  );
  await settle(gateway);
}

async function batches(gateway: GatewayProcess): Promise<void> {
  const stored = await gateway.metric('footfall_hits_stored_total');
  const started = performance.now();
  const result = await runLoad({
    port: gateway.port,
    host: HOST,
    path: '/api/event/batch',
    batch: 1_000,
    connections: 4,
    seconds: quick ? 3 : 6,
    key: gateway.key,
  });
  const spooled = result.requests * 1_000;
  await settle(gateway);
  const folded = (await gateway.metric('footfall_hits_stored_total')) - stored;
  console.log(
    `  batches        ${whole(spooled / result.seconds)} hits/s spooled, ${whole(folded / ((performance.now() - started) / 1000))} hits/s folded (targets 120 000, 45 000); p99 ${result.p99.toFixed(0)} ms per batch`,
  );
}

/** Waits until everything is folded, so that one measurement does not slow down the next. */
async function settle(gateway: GatewayProcess): Promise<void> {
  while ((await gateway.metric('footfall_spool_hits')) > 0) await sleep(100);
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US').replaceAll(',', ' ');
}
