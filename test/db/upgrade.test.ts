import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import type { Dialect } from '../../src/db/dialect.ts';
import { isMigrated, migrate } from '../../src/db/migrate.ts';
import { type Migration, migrations } from '../../src/db/migrations/all.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { UpgradeRefusedError, upgrade } from '../../src/db/upgrade.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

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

eachDatabase('An upgrade of a database that has been used', (_, open, engine) => {
  const opened: Database[] = [];
  after(() => Promise.all(opened.map(database => database.close())));

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

  it('says what it does, and copies an SQLite file before, of which the latest two stay', async () => {
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
    assert.match(said[0] ?? '', /^The database, of \d+ MB, is upgraded by 9001-a\. That takes moments\.$/);
    if (engine === 'MariaDB') {
      assert.match(said[1] ?? '', /makes no copy by itself; `backup` makes one/);
      return assert.deepEqual(copiesIn(copies), []);
    }
    assert.deepEqual(copiesIn(copies), ['before-9002-b.db', 'before-9003-c.db']);
    const copy = join(copies, 'before-9003-c.db');
    assert.equal(statSync(copy).mode & 0o777, 0o600);
    const before = openDatabase(`sqlite:${copy}`);
    opened.push(before);
    assert.deepEqual(await before.dialect.all('SELECT domain FROM website'), [{ domain: 'site-1.example' }]);
    const names = (await before.dialect.catalog.tables(before.dialect)).map(({ name }) => name);
    assert.ok(names.includes('t9002') && !names.includes('t9003'));
  });

  it('tells which migration failed, keeps the copy of before it, and goes on from there', async () => {
    const { dialect, copies, said } = await used();
    const options = { copies, say: (text: string) => void said.push(text) };
    const broken = [...migrations, make('9001-a'), fail('9002-b')];
    for (const _attempt of [1, 2])
      await assert.rejects(
        upgrade(dialect, options, broken),
        /^MigrationError: The migration 9002-b failed and goes on/,
      );
    if (engine === 'SQLite') assert.deepEqual(copiesIn(copies), ['before-9001-a.db', 'before-9002-b.db']);
    assert.deepEqual(await upgrade(dialect, options, [...migrations, make('9001-a'), make('9002-b')]), ['9002-b']);
  });

  it('is refused before anything is changed when it could not come to its end', async () => {
    const { dialect, copies, options } = await used();
    const before = (await dialect.catalog.tables(dialect)).map(({ name }) => name);
    const list = [...migrations, make('9001-a')];
    const may = (text: RegExp): Dialect => ({
      ...dialect,
      run: (sql, params) =>
        text.test(sql) ? Promise.reject(new Error('command denied to user')) : dialect.run(sql, params),
    });
    const given = { ...options, copies, say() {} };
    await assert.rejects(upgrade(may(/^ALTER/), given, list), (error: Error) => {
      assert.ok(error instanceof UpgradeRefusedError);
      assert.match(
        error.message,
        /nothing in it was changed.*command denied to user.*rights to CREATE, ALTER, INDEX and DROP/,
      );
      return true;
    });
    if (engine === 'SQLite') {
      const vast: Dialect = { ...dialect, catalog: { ...dialect.catalog, bytes: async () => 1e15 } };
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
