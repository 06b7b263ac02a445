import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey } from '../../src/accounts/api-keys.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localDay } from '../../src/domain/day.ts';
import { dateOf } from '../../src/domain/range.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { findWebsite } from '../../src/websites/access.ts';
import type { Website } from '../../src/websites/website.ts';
import { startGatewayProcess } from './gateway.ts';
import { median } from './run-load.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 16;

/** Requests a second for one statistic over GraphQL and REST, beside a bare Express route with the statements that ours runs. */
export async function measureGateway(url: string, website: Website): Promise<void> {
  const today = localDay(Date.now(), website.timezone).day;
  const [from, to] = [dateOf(today - 29), dateOf(today)];
  const { statements, key } = await prepare(url, website, today);
  const bare = spawn(
    process.execPath,
    [fileURLToPath(new URL('./bare-route.ts', import.meta.url)), url, JSON.stringify(statements)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [chunk] = (await once(bare.stdout, 'data')) as [Buffer];
  const gateway = await startGatewayProcess({ DATABASE_URL: url });
  const query = JSON.stringify({
    query: `query($d:String!){website(domain:$d){stats(name:BROWSER,from:"${from}",to:"${to}"){rows{value count}total}}}`,
    variables: { d: website.domain },
  });
  const requests = {
    bare: { port: Number(chunk.toString()), request: get('/stats', '') },
    graphql: { port: gateway.port, request: post('/graphql', key, query) },
    rest: { port: gateway.port, request: get(`/api/v1/stats/${website.id}?name=browser&from=${from}&to=${to}`, key) },
  };
  const rates: Record<keyof typeof requests, number[]> = { bare: [], graphql: [], rest: [] };
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of ['bare', 'graphql', 'rest'] as const) {
        const rate = await repeat(requests[name]);
        if (round > 0) rates[name].push(rate);
      }
    }
  } finally {
    bare.kill();
    await gateway.stop();
  }
  const [plain, graphql, rest] = [median(rates.bare), median(rates.graphql), median(rates.rest)];
  console.log(
    `  one statistic over HTTP: GraphQL ${graphql.toFixed(0)}/s, REST ${rest.toFixed(0)}/s, bare Express + mysql2 with the same SQL ${plain.toFixed(0)}/s; ratios ${(graphql / plain).toFixed(2)} and ${(rest / plain).toFixed(2)} (target 0.8)`,
  );
}

/** The statements of a repeated read, as they really run, and a key to read with. */
async function prepare(url: string, website: Website, today: number): Promise<{ statements: string[]; key: string }> {
  const database = openDatabase(url);
  const statements: string[] = [];
  const { all } = database.dialect;
  const heard = {
    ...database.dialect,
    all: ((sql: string, params?: never) => {
      statements.push(sql);
      return all(sql, params);
    }) as typeof all,
  };
  const reading = openReading({ ...database, dialect: heard });
  const query = {
    website: website.id,
    name: 'browser',
    from: today - 29,
    to: today,
    search: null,
    sortBy: 'COUNT',
    sort: 'DESC',
    perPage: 10,
    page: 1,
  } as const;
  await createStatsLoader(reading).load(query);
  statements.length = 0;
  await findWebsite({ ...database, dialect: heard }, { domain: website.domain });
  await createStatsLoader(reading).load(query);
  const { key } = await createApiKey(database, {
    accountId: website.accountId,
    name: 'Bench',
    scope: 'READ',
    expiresAt: null,
  });
  await database.close();
  return { statements: statements.map(sql => sql.replace('?', `'${website.domain}'`)), key };
}

async function repeat(order: { port: number; request: string }): Promise<number> {
  const load = fileURLToPath(new URL('./http-load.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    load,
    JSON.stringify({ ...order, connections: CONNECTIONS, seconds: SECONDS }),
  ]);
  const { perSecond, statuses } = JSON.parse(stdout) as { perSecond: number; statuses: Record<string, number> };
  if (Object.keys(statuses).join() !== '200') throw new Error(`The answers were ${JSON.stringify(statuses)}.`);
  return perSecond;
}

function get(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${key ? `Authorization: Bearer ${key}\r\n` : ''}\r\n`;
}

function post(path: string, key: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
