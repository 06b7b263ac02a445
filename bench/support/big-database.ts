import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { loadTraffic } from '../../seeds/load.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { packRollups } from '../../src/fold/pack.ts';
import { findWebsite } from '../../src/websites/access.ts';
import type { Website } from '../../src/websites/website.ts';
import { registerWebsite } from '../../src/websites/websites.ts';
import { startMariaDb } from '../../test/support/mariadb.ts';

export type Engine = 'mariadb' | 'sqlite';

/** A loaded database: 21 websites with a year of hits, nearly all of them on one. */
export interface BigDatabase {
  readonly url: string;
  /** Also serves as the DATA_DIR of processes that read it. */
  readonly directory: string;
  readonly database: Database;
  /** The website that has nearly all hits. */
  readonly website: Website;
  /** Closes the handle and stops the server; data loaded into a temporary folder is removed. */
  close(): Promise<void>;
}

const BIG = 'big.example';
const WEBSITES = 21;
const HITS_OF_OTHERS = 20_000;
/** Loading and the longest queries of a benchmark may take any time. */
const TIMEOUT = 600_000;

/** Opens the loaded database in `folder`, or loads it there; without a folder, into a temporary one. */
export async function openBigDatabase(engine: Engine, hits: number, folder: string | null): Promise<BigDatabase> {
  const loaded = await openLoaded(engine, String(hits), folder, database => load(database, hits));
  const website = await findWebsite(loaded.database, { domain: BIG });
  if (website) return { ...loaded, website };
  await loaded.close();
  throw new Error(`The database ${engine}-${hits} has no website ${BIG}; remove its folder.`);
}

/**
 * Opens the database of that name in `folder`, or creates it there and fills it with `load`; without a folder, in a
 * temporary one.
 */
export async function openLoaded(
  engine: Engine,
  name: string,
  folder: string | null,
  load: (database: Database) => Promise<void>,
): Promise<Omit<BigDatabase, 'website'>> {
  const directory = folder ? join(folder, `${engine}-${name}`) : mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const mark = join(directory, 'loaded');
  const isLoaded = existsSync(mark);
  // The data of an interrupted load is useless.
  if (!isLoaded) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const server = engine === 'mariadb' ? await startMariaDb({ durable: true, directory }) : null;
  const url = server ? await prepareServer(server.url) : `sqlite:${join(directory, 'footfall.db')}`;
  const database = openDatabase(url, { timeout: TIMEOUT });
  const close = async () => {
    await database.close();
    await server?.stop();
    if (!folder) rmSync(directory, { recursive: true, force: true });
  };
  try {
    await migrate(database.dialect);
    if (!isLoaded) {
      await load(database);
      writeFileSync(mark, new Date().toISOString());
    }
    return { url, directory, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function load(database: Database, hits: number): Promise<void> {
  const account = await createAccount(database, {
    email: 'bench@bench.example',
    password: 'a long password',
    admin: true,
  });
  for (let index = 0; index < WEBSITES; index++) {
    const isBig = index === 10;
    const website = await registerWebsite(database, account.id, { domain: isBig ? BIG : `small-${index}.example` });
    const started = performance.now();
    const stored = await loadTraffic(database, website, {
      hits: isBig ? hits : Math.min(hits, HITS_OF_OTHERS),
      days: 365,
      pages: isBig ? 5_000 : 500,
      referrers: 2_000,
      places: isBig ? 20 : 1,
    });
    const seconds = (performance.now() - started) / 1000;
    if (isBig)
      console.log(`\nloaded ${stored} hits of ${BIG} in ${seconds.toFixed(0)} s, ${(stored / seconds).toFixed(0)}/s`);
  }
  const started = performance.now();
  const periods = await packRollups(database);
  console.log(`packed ${periods} days and months in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function prepareServer(url: string): Promise<string> {
  const connection = await createConnection(url);
  await connection.query('CREATE DATABASE IF NOT EXISTS bench');
  await connection.query('SET GLOBAL innodb_buffer_pool_size = 4294967296');
  await connection.query('SET GLOBAL innodb_log_file_size = 1073741824');
  await connection.end();
  return `${url}bench`;
}
