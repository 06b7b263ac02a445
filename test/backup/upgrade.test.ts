import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { upgrade } from '../../src/backup/upgrade.ts';
import { UpgradeRefusedError } from '../../src/backup/upgrade-refused.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Dialect } from '../../src/db/dialect.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';
import { type Migration, migrations } from '../../src/db/migrations/all.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { lockFold } from '../../src/db/rollups/fold-state.ts';
import { changedDialect } from '../support/changed-dialect.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { lesserUser } from '../support/lesser-user.ts';

const make = (name: string): Migration => ({
  name,
  up: async dialect => void (await dialect.run(`CREATE TABLE IF NOT EXISTS t${name.slice(0, 4)} (id INT)`)),
});
const fail = (name: string): Migration => ({
  name,
  async up(dialect) {
    await dialect.run('CREATE TABLE IF NOT EXISTS half (id INT)');
    await dialect.run('ALTER TABLE nowhere ADD COLUMN x INT');
  },
});

/** The same database, as if it took this many bytes. */
const sized = (dialect: Dialect, bytes: number) =>
  changedDialect(dialect, { catalog: { ...dialect.catalog, bytes: async () => bytes } });

eachDatabase('An upgrade of a database that has been used', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  async function used(): Promise<{ place: Place; dialect: Dialect; copies: string; said: string[]; options: object }> {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const copies = join(place.dataDir, 'backups');
    const said: string[] = [];
    return {
      place,
      dialect: database.dialect,
      copies,
      said,
      options: { copies, say: (text: string) => said.push(text) },
    };
  }
  const copiesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

  it('reports what it does, and copies an SQLite file first, keeping the latest two copies', async () => {
    const { dialect, copies, said } = await used();
    const options = { copies, say: (text: string) => void said.push(text) };
    assert.deepEqual(await upgrade(dialect, options), [], 'nothing to do');
    assert.deepEqual([said, copiesIn(copies)], [[], []]);
    const list = [...migrations];
    for (const name of ['9001-a', '9002-b', '9003-c']) {
      list.push(make(name));
      assert.deepEqual(await upgrade(dialect, options, list), [name]);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    assert.match(said[0] ?? '', /^Upgrading the database \(\d+ MB\) with 9001-a\. This takes a few seconds\.$/);
    if (engine === 'MariaDB') {
      assert.match(said[1] ?? '', /makes no copy automatically; `backup` makes one/);
      return assert.deepEqual(copiesIn(copies), []);
    }
    const found = copiesIn(copies);
    assert.deepEqual(
      found.map(name => name.replace(/\d{8}T\d{6}Z/, 'TIME')),
      ['before-9002-b-TIME.db', 'before-9003-c-TIME.db'],
    );
    const copy = join(copies, found[1] ?? '');
    assert.ok(said.at(-1)?.includes(copy), 'the final path of the copy');
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    const before = openDatabase(`sqlite:${copy}`);
    opened.push(before);
    assert.deepEqual(await before.dialect.all('SELECT domain FROM website'), [{ domain: 'site-1.example' }]);
    const names = (await before.dialect.catalog.tables(before.dialect)).map(({ name }) => name);
    assert.ok(names.includes('t9002') && !names.includes('t9003'));
  });

  it('names the migration that failed, keeps the copy made before it, and resumes from there', async () => {
    const { dialect, copies, said } = await used();
    const options = { copies, say: (text: string) => void said.push(text) };
    const broken = [...migrations, make('9001-a'), fail('9002-b')];
    for (const _attempt of [1, 2])
      await assert.rejects(
        upgrade(dialect, options, broken),
        /^MigrationError: The migration 9002-b failed and will resume/,
      );
    if (engine === 'SQLite') assert.deepEqual(copiesIn(copies), ['before-9001-a.db', 'before-9002-b.db']);
    assert.deepEqual(await upgrade(dialect, options, [...migrations, make('9001-a'), make('9002-b')]), ['9002-b']);
    for (const name of copiesIn(copies)) assert.match(name, /^before-900[12]-[ab]-\d{8}T\d{6}Z\.db$/);
  });

  it('saves the database while nothing folds, and lets no earlier release fold afterwards', async () => {
    const { dialect, copies, place } = await used();
    const other = openDatabase(place.url);
    opened.push(other);
    await dialect.run(
      'INSERT INTO website_fold (website_id, version, closed_version, open_day, next_value, next_hit_id) VALUES (1, 0, 0, 0, 1, 1)',
    );
    await dialect.run('CREATE TABLE place_of_fold (earlier INT NOT NULL PRIMARY KEY)');
    const fence = { table: 'place_of_fold', from: 'earlier', to: 'later' };
    const list = [...migrations, { ...make('9001-a'), fence }];
    const order: string[] = [];
    let fold = Promise.resolve();
    const watched = changedDialect(dialect, {
      snapshot(work) {
        fold = other.dialect.transaction(async tx => {
          await lockFold(tx, other.dialect, 1);
          order.push('folds');
        });
        return dialect.snapshot(work).finally(() => order.push('saved'));
      },
    });
    const backup = join(place.dataDir, 'before.backup.gz');
    const options = { copies, backup, say() {} };
    await assert.rejects(
      upgrade(watched, options, [...list.slice(0, -1), { ...fail('9001-a'), fence }]),
      /MigrationError/,
    );
    await fold;
    assert.deepEqual(order, ['saved', 'folds']);
    await assert.rejects(dialect.all('SELECT earlier FROM place_of_fold'), 'the fence');
    assert.ok(existsSync(backup));
    const inode = copiesIn(copies).map(name => statSync(join(copies, name)).ino);
    // What is saved is from before the fence, so the next attempt leaves it as it is.
    assert.deepEqual(await upgrade(watched, options, list), ['9001-a']);
    assert.deepEqual(
      copiesIn(copies).map(name => statSync(join(copies, name)).ino),
      inode,
    );
  });

  it.skipIf(engine !== 'SQLite')('copies a database again that was replaced by a copy', async () => {
    const { dialect, copies } = await used();
    const given = { copies, say() {} };
    const list = [...migrations, make('9001-a')];
    await upgrade(dialect, given, list);
    await dialect.run("DELETE FROM migration WHERE name = '9001-a'");
    await dialect.run("UPDATE website SET domain = 'later.example'");
    for (const name of copiesIn(copies))
      renameSync(join(copies, name), join(copies, name.replace(/\d{8}T/, '20250101T')));
    await upgrade(dialect, given, list);
    const latest = openDatabase(`sqlite:${join(copies, copiesIn(copies).at(-1) ?? '')}`);
    opened.push(latest);
    assert.deepEqual(await latest.dialect.all('SELECT domain FROM website'), [{ domain: 'later.example' }]);
  });

  it('makes the columns of the database and of its copy anew', async () => {
    const { dialect, copies, place } = await used();
    const database = openDatabase(place.url);
    opened.push(database);
    const { folder } = await openColumnStore(database, place.dataDir);
    assert.equal((await openColumnStore(database, place.dataDir)).folder, folder);
    await upgrade(dialect, { copies, say() {} }, [...migrations, make('9001-a')]);
    const after = await openColumnStore(database, place.dataDir);
    assert.notEqual(after.folder, folder);
    if (engine === 'MariaDB') return;
    const copy = openDatabase(`sqlite:${join(copies, copiesIn(copies)[0] ?? '')}`);
    opened.push(copy);
    const ofCopy = await openColumnStore(copy, place.dataDir);
    assert.ok(![folder, after.folder].includes(ofCopy.folder));
  });

  it.skipIf(engine !== 'SQLite')('needs no space for a copy that exists', async () => {
    const { dialect, copies } = await used();
    const given = { copies, say() {} };
    await assert.rejects(upgrade(dialect, given, [...migrations, fail('9001-a')]), /MigrationError/);
    const { bavail, bsize } = statfsSync(copies);
    const large = sized(dialect, 0.6 * bavail * bsize);
    assert.deepEqual(await upgrade(large, given, [...migrations, make('9001-a')]), ['9001-a']);
    const list = [...migrations, make('9001-a'), make('9002-b')];
    await assert.rejects(upgrade(large, given, list), /a copy of it and the upgrade need/);
    const vast = sized(dialect, 1e15);
    await assert.rejects(
      upgrade(vast, { ...given, copies: null }, list),
      /: the upgrade needs 1000000\.1 GB on the disk of/,
    );
  });

  it('succeeds although another process without a shared lock does the same', async () => {
    const { dialect, place } = await used();
    const other = openDatabase(place.url);
    opened.push(other);
    const list = [...migrations];
    for (const name of ['9001-a', '9002-b', '9003-c', '9004-d']) {
      list.push(make(name));
      const both = [dialect, other.dialect].map(each => changedDialect(each, { exclusively: (_lock, work) => work() }));
      await Promise.all(both.map(each => upgrade(each, { copies: null, say() {} }, list)));
    }
    const names = (await dialect.catalog.tables(dialect)).map(({ name }) => name);
    assert.deepEqual(
      names.filter(name => name.startsWith('upgrade_check')),
      [],
    );
  });

  it.skipIf(engine === 'SQLite')('names the missing privilege', async () => {
    const { dialect, place } = await used();
    const user = await lesserUser(dialect, place.url, 'SELECT, INSERT, CREATE, DROP, INDEX');
    const lesser = openDatabase(user.url);
    opened.push(lesser);
    await assert.rejects(
      upgrade(lesser.dialect, { copies: null, say() {} }, [...migrations, make('9001-a')]),
      /changed nothing in it.*ALTER command denied to user.*rights to CREATE, ALTER, INDEX and DROP/,
    );
    await user.drop();
  });

  it('is refused before anything is changed when it could not be completed', async () => {
    const { dialect, copies, options } = await used();
    const before = (await dialect.catalog.tables(dialect)).map(({ name }) => name);
    const list = [...migrations, make('9001-a')];
    const code = engine === 'SQLite' ? 'SQLITE_READONLY' : 'ER_OPTION_PREVENTS_STATEMENT';
    const may = (text: RegExp) =>
      changedDialect(dialect, {
        run: (sql, params) =>
          text.test(sql) ? Promise.reject(Object.assign(new Error('may not'), { code })) : dialect.run(sql, params),
      });
    const given = { ...options, copies, say() {} };
    await assert.rejects(upgrade(may(/^ALTER/), given, list), (error: Error) => {
      assert.ok(error instanceof UpgradeRefusedError);
      assert.match(error.message, /changed nothing in it.*may not.*rights to CREATE, ALTER, INDEX and DROP/);
      return true;
    });
    if (engine === 'SQLite') {
      const vast = sized(dialect, 1e15);
      await assert.rejects(
        upgrade(vast, given, list),
        /need 2000000\.1 GB on the disk of .*backups.*migrate --no-copy/,
      );
    }
    assert.deepEqual(copiesIn(copies), []);
    assert.deepEqual(
      (await dialect.catalog.tables(dialect)).map(({ name }) => name),
      before,
    );
    await migrate(dialect);
    assert.ok(await isMigrated(dialect));
  });
});
