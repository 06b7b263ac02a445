import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/api-keys.ts';
import { openDatabase } from '../src/db/open.ts';
import { STATISTICS } from '../src/domain/statistics.ts';
import { localDay } from '../src/domain/time-zone.ts';
import { startMariaDb } from '../test/support/mariadb.ts';
import { openBigDatabase } from './support/big-database.ts';
import { benchDatabase } from './support/database.ts';
import { type GatewayProcess, registerWebsite, startGatewayProcess } from './support/gateway.ts';
import { get, graphqlBody, post, rateOf, restPath } from './support/requests.ts';
import { median, runLoad } from './support/run-load.ts';
import { queryOf, RANGES } from './support/statistics.ts';

/*
 * `npm run bench:beside -- CHECKOUT [--rounds=8] [--only=read|collect]`: this checkout beside another one of the same
 * schema, with its packages installed. Reading alternates between the two on one MariaDB, window by window; collecting
 * gives both the same load at the same time and compares their processor time. So neither drifts with the machine.
 */

const HOST = 'bench.example';
const WINDOW = 1.5;
const [other = ''] = process.argv.slice(2).filter(argument => !argument.startsWith('--'));
const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const rounds = Number(option('rounds') ?? 8);
const only = option('only');
if (other === '') throw new Error('Name the other checkout: npm run bench:beside -- ../footfall-before');

type Pair = readonly [before: GatewayProcess, now: GatewayProcess];

if (only !== 'collect') await compareReading();
if (only !== 'read') for (const engine of ['sqlite', 'mariadb'] as const) await compareCollecting(engine);

async function startPair(urls: readonly [Record<string, string>, Record<string, string>]): Promise<Pair> {
  const before = await startGatewayProcess(urls[0], resolve(other, 'src/main.ts'));
  return [before, await startGatewayProcess(urls[1])];
}

async function compareReading(): Promise<void> {
  const big = await openBigDatabase('mariadb', 1_000_000, option('dir') ?? null);
  const { website, url } = big;
  const database = openDatabase(url);
  const given = { accountId: website.accountId, name: 'Bench', scope: 'READ', expiresAt: null } as const;
  const { key } = await createApiKey(database, given);
  await database.close();
  const today = localDay(Date.now(), website.timezone).day;
  const queries = STATISTICS.flatMap(({ name }) => RANGES.map(days => queryOf(website, name, today, days)));
  const requests = {
    GraphQL: queries.map(query => post('/graphql', key, graphqlBody(website.domain, query))),
    REST: queries.map(query => get(restPath(website.id, query), key)),
  };
  const pair = await startPair([{ DATABASE_URL: url }, { DATABASE_URL: url }]);
  console.log(`reading, ${rounds} pairs of ${WINDOW} s on 1 M hits, 16 connections; above 1 is faster than before:`);
  for (const [title, count] of [
    ['one question', 1],
    [`${queries.length} questions`, queries.length],
  ] as const)
    for (const [surface, all] of Object.entries(requests)) {
      const ratios: number[] = [];
      for (let round = -1; round < rounds; round++) {
        const rates = [0, 0];
        for (const which of round % 2 === 0 ? [0, 1] : [1, 0])
          rates[which] = await rateOf((pair[which] as GatewayProcess).port, all.slice(0, count), WINDOW);
        if (round >= 0) ratios.push((rates[1] ?? 0) / (rates[0] ?? 1));
      }
      console.log(`  ${title.padEnd(14)} ${surface.padEnd(8)} ${median(ratios).toFixed(2)}`);
    }
  await Promise.all(pair.map(gateway => gateway.stop()));
  await big.close();
}

async function compareCollecting(engine: 'sqlite' | 'mariadb'): Promise<void> {
  const server = engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
  const settings = async () =>
    (server ? { DATABASE_URL: await benchDatabase(server.url) } : {}) as Record<string, string>;
  const pair = await startPair([await settings(), await settings()]);
  await Promise.all(pair.map(gateway => registerWebsite(gateway, HOST)));
  await sleep(6_000);
  console.log(`collecting on ${engine}, both under the same load; below 1 takes less processor time than before:`);
  for (const [title, batch, rate] of [
    ['single hits', 1, 2_500],
    ['batches of 100', 100, 50],
  ] as const) {
    const ratios: number[] = [];
    for (let round = -1; round < rounds / 2; round++) {
      const [before, now] = await Promise.all(pair.map(gateway => timePerHit(gateway, batch, rate)));
      if (round >= 0) ratios.push((now ?? 0) / (before ?? 1));
    }
    console.log(`  ${title.padEnd(14)} ${median(ratios).toFixed(2)}`);
  }
  await Promise.all(pair.map(gateway => gateway.stop()));
  await server?.stop();
}

/** Sends hits for eight seconds and returns the processor time of a hit until all are folded, in clock ticks. */
async function timePerHit(gateway: GatewayProcess, batch: number, rate: number): Promise<number> {
  const before = ticksOf(gateway.pid);
  const path = batch > 1 ? '/api/event/batch' : '/api/event';
  const order = { port: gateway.port, host: HOST, path, batch, rate, key: gateway.key, connections: 32, seconds: 8 };
  const { requests } = await runLoad(order);
  while ((await gateway.metric('footfall_spool_hits')) > 0) await sleep(200);
  await sleep(1_500);
  return (ticksOf(gateway.pid) - before) / (requests * batch);
}

/** Returns the processor time of a process and its threads so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
