import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { loadTraffic } from '../../seeds/load.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import type { Viewer } from '../../src/accounts/viewer.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { dateOf } from '../../src/domain/calendar.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { createGraphql } from '../../src/graphql/server.ts';
import { openReading } from '../../src/stats/loader.ts';
import { registerWebsite } from '../../src/websites/websites.ts';
import { type Engine, openLoaded } from './big-database.ts';
import { median } from './run-load.ts';
import { verdict } from './statistics.ts';

const OWNER = 'owner@bench.example';
const OTHERS = 'others@bench.example';
const WEBSITES = 1_000;
const DAYS = 30;
const SIZES = [10, 100, WEBSITES];
const RUNS = 9;
const FIRST = 100;
const REPEATED = 20;

const QUERY =
  'query($perPage:Int!,$from:Date!,$to:Date!){websites(perPage:$perPage){rows{id domain summary(from:$from,to:$to){visitors{value}pageviews{value}}timeseries(from:$from,to:$to,interval:DAY){points{visitors}}}}}';

/**
 * Prints the cost of a list of websites with summary and sparkline over HTTP, in statements and milliseconds: for a
 * process that has not seen these websites but has handled the same request for others, and repeated. At 4d3311c, 1,000
 * websites took ten requests of 100, which were 2,020 statements at first and 1,020 when repeated.
 */
export async function measureWebsites(engine: Engine, folder: string | null): Promise<void> {
  const { url, database, close } = await openLoaded(engine, 'websites', folder, load);
  try {
    await measure(url, await accountOf(database, OTHERS), await accountOf(database, OWNER));
  } finally {
    await close();
  }
}

async function measure(url: string, others: number, owner: number): Promise<void> {
  console.log(
    `  lists of websites with summary and sparkline (${DAYS} points each), first / repeated, medians of ${RUNS}; reference: 10 zones at Cloudflare, 2,020 / 1,020 statements for ${WEBSITES} at 4d3311c`,
  );
  for (const size of SIZES) {
    const first: number[] = [];
    const again: number[] = [];
    const statements: [first: number, again: number] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const server = await startServer(url);
      try {
        for (let time = 0; time < 2; time++) await server.ask(others, 10);
        const one = await server.ask(owner, size);
        const two = await server.ask(owner, size);
        first.push(one.ms);
        again.push(two.ms);
        statements[0] = one.statements;
        statements[1] = two.statements;
      } finally {
        await server.close();
      }
    }
    const [ms, repeated] = [median(first), median(again)];
    const targets =
      size === WEBSITES
        ? ` (targets: first ${FIRST}: ${verdict(ms <= FIRST)}, repeated ${REPEATED}: ${verdict(repeated <= REPEATED)})`
        : '';
    console.log(
      `    ${String(size).padStart(5)} websites  ${ms.toFixed(1)} / ${repeated.toFixed(1)} ms, ${statements[0]} / ${statements[1]} statements${targets}`,
    );
  }
}

/** Loads two accounts, one with a thousand websites and one with ten; each website has 350 hits over 35 days. */
async function load(database: Database): Promise<void> {
  for (const [email, websites] of [
    [OTHERS, 10],
    [OWNER, WEBSITES],
  ] as const) {
    const { id } = await createAccount(database, { email, password: 'a long password', admin: false });
    for (let index = 0; index < websites; index++) {
      const website = await registerWebsite(database, id, { domain: `${index}.${email.replace('@', '.')}` });
      await loadTraffic(database, website, { hits: 350, days: 35, pages: 30, referrers: 20, places: 1 });
    }
  }
}

async function accountOf(database: Database, email: string): Promise<number> {
  const account = await database.accounts.findOne({ where: { email }, raw: true });
  if (!account) throw new Error(`The database of websites has no account ${email}; remove its folder.`);
  return account.id;
}

/** Starts a GraphQL endpoint in this process that shares no cache with another. */
async function startServer(url: string) {
  let statements = 0;
  let account = 0;
  const database = openDatabase(url, { onStatement: () => void statements++ });
  const viewerNow = async (): Promise<Viewer> => ({
    account: { id: account, email: '', admin: false, createdAt: 0 },
    scope: 'READ',
    via: { kind: 'key', id: 0 },
  });
  const handle = createGraphql({
    reading: openReading(database),
    log: pino({ level: 'silent' }),
    baseUrl: 'http://localhost',
    callerOf: async () => ({
      viewer: await viewerNow(),
      viewerNow,
      address: '',
      requestId: '',
      unlocked: () => false,
    }),
  });
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const to = localDay(Date.now(), 'UTC').day;
  return {
    async ask(accountId: number, perPage: number) {
      account = accountId;
      statements = 0;
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ query: QUERY, variables: { perPage, from: dateOf(to - DAYS + 1), to: dateOf(to) } }),
      });
      const text = await response.text();
      const ms = performance.now() - started;
      if (!text.startsWith('{"data"')) throw new Error(`The response was ${text.slice(0, 200)}.`);
      return { ms, statements };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}
