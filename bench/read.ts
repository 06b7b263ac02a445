import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { loadTraffic } from '../seeds/load.ts';
import { createAccount } from '../src/accounts/accounts.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Database, openDatabase } from '../src/db/open.ts';
import { localDay } from '../src/domain/day.ts';
import { STATISTICS, type StatName } from '../src/domain/statistics.ts';
import { createStatsLoader, openReading, type Reading } from '../src/stats/loader.ts';
import type { StatsQuery } from '../src/stats/query.ts';
import type { Website } from '../src/websites/website.ts';
import { registerWebsite } from '../src/websites/websites.ts';
import { startMariaDb } from '../test/support/mariadb.ts';
import { measureFiltered } from './support/filtered.ts';
import { measureGateway } from './support/gateway-overhead.ts';
import { median } from './support/run-load.ts';

/*
 * `npm run bench:read`: medians of every statistic over one of 21 websites, at 1 and at 10 million hits, in milliseconds.
 * `--hits=1000000,10000000`, `--engines=mariadb,sqlite`, `--places=mysql://…|sqlite:…` to read what an earlier run has loaded.
 */

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option('hits') ?? '1000000,10000000').split(',').map(Number);
const engines = (option('engines') ?? 'mariadb,sqlite').split(',');
const kept = option('places')?.split('|');
const BIG = 'big.example';
const RANGES = [1, 30, 90, 365];
const RUNS = 9;

if (kept) for (const url of kept) await measureAt(url, url.replace(/\/\/.*@/, '//'));
else for (const engine of engines) await measureEngine(engine);

async function measureEngine(engine: string): Promise<void> {
  const slowest: Map<number, number>[] = [];
  for (const hits of sizes) {
    const server = engine === 'mariadb' ? await startMariaDb({ durable: true }) : null;
    const url = server
      ? await bigDatabase(server.url)
      : `sqlite:${join(mkdtempSync(join(tmpdir(), 'footfall-bench-')), 'footfall.db')}`;
    const database = openDatabase(url, { timeout: 600_000 });
    try {
      await load(database, hits);
      slowest.push(await measureAt(url, `${engine}, ${hits.toLocaleString('en-US')} hits`));
    } finally {
      await database.close();
      await server?.stop();
    }
  }
  const [small, large] = slowest;
  if (small && large) {
    for (const days of RANGES)
      console.log(
        `  ${days} days: the sum of all 17 costs ${((large.get(days) ?? 0) / (small.get(days) ?? 1)).toFixed(2)} times as much at ${sizes[1]} hits (target 1.5)`,
      );
  }
}

async function load(database: Database, hits: number): Promise<void> {
  await migrate(database.dialect);
  const account = await createAccount(database, {
    email: 'bench@bench.example',
    password: 'a long password',
    admin: true,
  });
  for (let index = 0; index <= 20; index++) {
    const website = await registerWebsite(database, account.id, {
      domain: index === 10 ? BIG : `small-${index}.example`,
    });
    const started = performance.now();
    const stored = await loadTraffic(database, website, {
      hits: index === 10 ? hits : 20_000,
      days: 365,
      pages: index === 10 ? 5_000 : 500,
      referrers: 2_000,
      places: index === 10 ? 20 : 1,
    });
    if (index === 10)
      console.log(
        `\nloaded ${stored} hits of ${website.domain} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
  }
}

/** Prints the medians of one database; answers the sum of first reads of all 17 by range. */
async function measureAt(url: string, title: string): Promise<Map<number, number>> {
  const database = openDatabase(url, { timeout: 600_000 });
  try {
    const website = await bigWebsite(database);
    const today = localDay(Date.now(), website.timezone).day;
    console.log(`\n${title}: first read / repeated, median of ${RUNS} (ms)`);
    console.log(`  ${'statistic'.padEnd(16)}${RANGES.map(days => `${days} d`.padStart(16)).join('')}`);
    const sums = new Map<number, number>();
    for (const { name } of STATISTICS) {
      const cells: string[] = [];
      for (const days of RANGES) {
        const query = queryOf(website, name, today, days);
        const first = await timed(
          () => openReading(database),
          reading => createStatsLoader(reading).load(query),
        );
        const warm = openReading(database);
        await createStatsLoader(warm).load(query);
        const repeated = await timed(
          () => warm,
          reading => createStatsLoader(reading).load(query),
        );
        sums.set(days, (sums.get(days) ?? 0) + first);
        cells.push(`${first.toFixed(1)} / ${repeated.toFixed(1)}`.padStart(16));
      }
      console.log(`  ${name.padEnd(16)}${cells.join('')}`);
    }
    await measureMore(database, website, today);
    await measureFiltered(database, website, today);
    await printSizes(database, website);
    if (url.startsWith('mysql')) await measureGateway(url, website);
    return sums;
  } finally {
    await database.close();
  }
}

async function measureMore(database: Database, website: Website, today: number): Promise<void> {
  const cold = () => openReading(database);
  const one = (more: Partial<StatsQuery>) =>
    timed(cold, reading => createStatsLoader(reading).load({ ...queryOf(website, 'page', today, 365), ...more }));
  const all = (reading: Reading) => {
    const loader = createStatsLoader(reading);
    return Promise.all(STATISTICS.map(({ name }) => loader.load(queryOf(website, name, today, 365))));
  };
  console.log(
    `  pages, 365 d: searched ${(await one({ search: 'blog' })).toFixed(1)}, page 50 ${(await one({ page: 50 })).toFixed(1)}, by value ${(await one({ sortBy: 'VALUE' })).toFixed(1)}`,
  );
  const warm = openReading(database);
  await all(warm);
  console.log(
    `  all 17 over 365 d at once: first ${(await timed(cold, all)).toFixed(1)}, repeated ${(await timed(() => warm, all)).toFixed(1)} (target 300)`,
  );
}

async function timed<T>(prepare: () => T, work: (prepared: T) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const prepared = prepare();
    const started = performance.now();
    await work(prepared);
    times.push(performance.now() - started);
  }
  return median(times);
}

function queryOf(website: Website, name: StatName, today: number, days: number): StatsQuery {
  return {
    website: website.id,
    name,
    from: today - days + 1,
    to: today,
    search: null,
    sortBy: 'COUNT',
    sort: 'DESC',
    perPage: 10,
    page: 1,
  } as StatsQuery;
}

async function bigWebsite(database: Database): Promise<Website> {
  const { findWebsite } = await import('../src/websites/access.ts');
  const website = await findWebsite(database, { domain: BIG });
  if (!website) throw new Error(`The database has no website ${BIG}.`);
  return website;
}

async function printSizes(database: Database, website: Website): Promise<void> {
  if (database.dialect.name !== 'mysql') return;
  await database.dialect.all('ANALYZE TABLE hit, visit, rollup_day, rollup_month, stat_value');
  const rows = await database.dialect.all<{ name: string; bytes: number }>(
    `SELECT table_name AS name, data_length + index_length AS bytes FROM information_schema.tables WHERE table_schema = DATABASE() AND data_length > 1000000`,
  );
  const [hits] = await database.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit WHERE website_id = ?', [
    website.id,
  ]);
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const rollups = rows
    .filter(({ name }) => name.startsWith('rollup'))
    .reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const of = (bytes: number) => (bytes / (hits?.hits ?? 1)).toFixed(1);
  console.log(
    `  disk: ${of(total)} B a hit, of it rollups ${of(rollups)} (targets 140 and 30); ${rows.map(({ name, bytes }) => `${name} ${of(Number(bytes))}`).join(', ')}`,
  );
}

async function bigDatabase(url: string): Promise<string> {
  const connection = await createConnection(url);
  await connection.query('CREATE DATABASE bench');
  await connection.query('SET GLOBAL innodb_buffer_pool_size = 4294967296');
  await connection.query('SET GLOBAL innodb_log_file_size = 1073741824');
  await connection.end();
  return `${url}bench`;
}
