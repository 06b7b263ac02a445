import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '../../src/accounts/api-keys.ts';
import type { Viewer } from '../../src/accounts/viewer.ts';
import { openDatabase } from '../../src/db/open.ts';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import type { StatsQuery } from '../../src/stats/query.ts';
import { websiteOf } from '../../src/websites/access.ts';
import { changedDialect } from '../../test/support/changed-dialect.ts';
import type { BigDatabase } from './big-database.ts';
import { startGatewayProcess } from './gateway.ts';
import { get, graphqlBody, post, rateOf, restPath } from './requests.ts';
import { median } from './run-load.ts';
import { queryOf, RANGES, verdict } from './statistics.ts';

const ROUNDS = 3;
const SECONDS = 3;
const LEAST = 0.8;

type Statement = readonly [sql: string, params: readonly unknown[]];

/**
 * A query sent in one request after another, and the statements that Footfall sends to the database for its first and
 * for each repeated run.
 */
interface Case {
  readonly query: StatsQuery;
  readonly first: readonly Statement[];
  readonly again: readonly Statement[];
}

/**
 * Prints requests per second for one statistic over GraphQL and REST, beside a bare Express route that runs the SQL of
 * the same query and returns its rows: for one query repeated, and for all statistics over all ranges in turn. Footfall
 * keeps what it has read and only asks whether anything was folded since; a route that does only that is measured as
 * well.
 */
export async function measureGateway(big: BigDatabase): Promise<void> {
  const { cases, key } = await prepare(big);
  const { url, website } = big;
  const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare-route.ts', import.meta.url)), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  bare.stdin.end(JSON.stringify([...cases.map(({ first }) => first), ...cases.map(({ again }) => again)]));
  const [chunk] = (await once(bare.stdout, 'data')) as [Buffer];
  const gateway = await startGatewayProcess({ DATABASE_URL: url });
  const port = Number(chunk.toString());
  const ports = { bare: port, again: port, graphql: gateway.port, rest: gateway.port };
  const requests = {
    bare: cases.map((_, index) => get(`/stats/${index}`, '')),
    again: cases.map((_, index) => get(`/stats/${cases.length + index}`, '')),
    graphql: cases.map(({ query }) => post('/graphql', key, graphqlBody(website.domain, query))),
    rest: cases.map(({ query }) => get(restPath(website.id, query), key)),
  };
  const one = cases.findIndex(({ query }) => query.name === 'browser' && query.to - query.from === 29);
  try {
    for (const [title, of] of [
      ['one question', [one]],
      [`${cases.length} queries in turn`, cases.map((_, index) => index)],
    ] as const) {
      const rates: Record<keyof typeof ports, number[]> = { bare: [], again: [], graphql: [], rest: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        for (const name of ['bare', 'again', 'graphql', 'rest'] as const) {
          const rate = await rateOf(
            ports[name],
            of.map(index => requests[name][index] ?? ''),
            SECONDS,
          );
          if (round > 0) rates[name].push(rate);
        }
      }
      print(title, rates);
    }
  } finally {
    bare.kill();
    await gateway.stop();
  }
}

function print(title: string, rates: Record<'bare' | 'again' | 'graphql' | 'rest', number[]>): void {
  // Consecutive measurements are compared round by round, because the machine may be slower in one round than in
  // another.
  const ratio = (name: 'graphql' | 'rest', to: 'bare' | 'again') =>
    median(rates[name].map((rate, round) => rate / (rates[to][round] ?? rate)));
  const shown = (name: 'graphql' | 'rest', label: string) => {
    const reached = ratio(name, 'bare');
    return `    ${label.padEnd(8)} ${median(rates[name]).toFixed(0)}/s, ratio ${reached.toFixed(2)} (target ${LEAST}: ${verdict(reached >= LEAST)}), ${ratio(name, 'again').toFixed(2)} compared with the one-statement route`;
  };
  console.log(
    `  over HTTP, ${title}: bare Express + mysql2 with the query's SQL ${median(rates.bare).toFixed(0)}/s, with only the repeated statement ${median(rates.again).toFixed(0)}/s`,
  );
  console.log([shown('graphql', 'GraphQL'), shown('rest', 'REST')].join('\n'));
}

/** Records the statements of each query, including those that load its website, and creates a key. */
async function prepare({ url, website }: BigDatabase): Promise<{ cases: Case[]; key: string }> {
  const database = openDatabase(url);
  let heard: Statement[] = [];
  const listening = {
    ...database,
    dialect: changedDialect(database.dialect, {
      all(sql, params) {
        heard.push([sql, params ?? []]);
        return database.dialect.all(sql, params);
      },
    }),
  };
  const viewer: Viewer = {
    account: { id: website.accountId, email: '', admin: false, createdAt: 0 },
    scope: 'READ',
    via: { kind: 'key', id: 0 },
  };
  const today = localDay(Date.now(), website.timezone).day;
  const cases: Case[] = [];
  for (const { name } of STATISTICS) {
    for (const days of RANGES) {
      const query = queryOf(website, name, today, days);
      const reading = openReading(listening);
      const ask = async () => {
        heard = [];
        await websiteOf(listening, viewer, { domain: website.domain });
        await createStatsLoader(reading).load(query);
        return heard;
      };
      cases.push({ query, first: await ask(), again: await ask() });
    }
  }
  const { key } = await createApiKey(database, {
    accountId: website.accountId,
    name: 'Bench',
    scope: 'READ',
    expiresAt: null,
  });
  await database.close();
  return { cases, key };
}
