import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, type SuiteOptions } from 'vitest';
import { openMariaDb } from './mariadb.ts';
import { mariadb, missing } from './programs.ts';

/** The DATABASE_URL of an empty database and an empty DATA_DIR; both are removed after the suite. */
export type Place = { readonly url: string; readonly dataDir: string };

/** Creates a new place at every call; the test closes what it opened on it before the suite ends. */
export type OpenPlace = () => Promise<Place>;

/** The engines a suite runs on. */
export type Engine = 'SQLite' | 'MariaDB';

/** Declares the suite once for SQLite and once for MariaDB; without MariaDB that half is skipped. */
export function eachDatabase(name: string, suite: EngineSuite): void {
  declareEach(name, suite, {});
}

/** The same for tests that mostly wait: all of them, on both engines, run concurrently. */
export function eachDatabaseAtOnce(name: string, suite: EngineSuite): void {
  declareEach(name, suite, { concurrent: true });
}

type EngineSuite = (open: OpenPlace, engine: Engine) => void | Promise<void>;

function declareEach(name: string, suite: EngineSuite, options: SuiteOptions): void {
  describe(`${name} on SQLite`, options, () => suite(placesOn('SQLite'), 'SQLite'));
  describe.skipIf(missing(mariadb))(`${name} on MariaDB`, options, () => suite(placesOn('MariaDB'), 'MariaDB'));
}

type OneSuite = (name: string, suite: (open: OpenPlace) => void) => void;
type Skippable = OneSuite & { skipIf(reason: string | false): OneSuite };

/** Declares the suite for SQLite alone, when one engine proves as much as two; `skipIf` works as on `describe`. */
export const onSqlite = on('SQLite');

/** The same for tests in a browser, which take long; with TEST_DATABASE=MariaDB, all of them use MariaDB. */
export const onOneDatabase = on(process.env.TEST_DATABASE === 'MariaDB' ? 'MariaDB' : 'SQLite');

function on(engine: Engine): Skippable {
  const skipIf: Skippable['skipIf'] = reason => (name, suite) =>
    describe.skipIf(reason)(name, () => suite(placesOn(engine)));
  return Object.assign(skipIf(false), { skipIf });
}

/** Must be called while a suite is being declared, since its places are removed after that suite. */
function placesOn(engine: Engine): OpenPlace {
  const leftovers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const clear of leftovers) await clear();
  });
  return async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-test-'));
    // A database that was just closed may still be removing its files.
    leftovers.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    if (engine === 'SQLite') return { url: `sqlite:${join(dataDir, 'footfall.db')}`, dataDir };
    const database = await openMariaDb();
    if (!database) throw new Error(String(missing(mariadb)));
    leftovers.push(database.drop);
    return { url: database.url, dataDir };
  };
}
