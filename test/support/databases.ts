import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type SuiteContext, type TestOptions } from 'node:test';
import { openMariaDb } from './mariadb.ts';
import { mariadb, missing } from './programs.ts';

/** A DATABASE_URL of an empty database and an empty DATA_DIR; both vanish with the suite. */
export type Place = { readonly url: string; readonly dataDir: string };

/** Makes a new place at every call; close what you opened on it before the suite ends. */
export type OpenPlace = () => Promise<Place>;

/** The engines a suite runs on. */
export type Engine = 'SQLite' | 'MariaDB';

/** Declares the suite once for SQLite and once for MariaDB; where MariaDB is missing it is skipped with the way to get it. */
export function eachDatabase(
  name: string,
  suite: (t: SuiteContext, open: OpenPlace, engine: Engine) => void | Promise<void>,
): void {
  describe(`${name} on SQLite`, t => suite(t, placesOn('SQLite'), 'SQLite'));
  describe(`${name} on MariaDB`, { skip: missing(mariadb) }, t => suite(t, placesOn('MariaDB'), 'MariaDB'));
}

/** Declares the suite for SQLite alone: where one engine says as much as two. */
export function onSqlite(name: string, options: TestOptions, suite: (open: OpenPlace) => void): void {
  describe(name, options, () => suite(placesOn('SQLite')));
}

/** Must be called while a suite is being declared, since its places vanish after that suite. */
function placesOn(engine: Engine): OpenPlace {
  const leftovers: (() => Promise<void>)[] = [];
  after(async () => {
    for (const clear of leftovers) await clear();
  });
  return async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-test-'));
    // What has just been closed may still be removing files of its own.
    leftovers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    if (engine === 'SQLite') return { url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir };
    const database = await openMariaDb();
    if (!database) throw new Error(String(missing(mariadb)));
    leftovers.push(database.drop);
    return { url: database.url, dataDir };
  };
}
