import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, it } from 'vitest';
import { appliedMigrations, isMigrated, migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/all.ts';
import { openDatabase } from '../../src/db/open.ts';
import { backupLines, writeBackup } from '../support/backup-lines.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { everyNumber } from '../support/every-number.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const environment = ({ url, dataDir }: Place) => ({ DATABASE_URL: url, DATA_DIR: dataDir });

eachDatabase('footfall restore', open => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-restore-'));
  const quiet = join(folder, 'quiet.gz');
  let place: Place;
  let numbers: string[];
  beforeAll(async () => {
    place = await open();
    const database = await databaseWithWebsites(place);
    const hits = Array.from({ length: 200 }, (_, n) =>
      hitOf({ time: n * 3_000_000, visitor: `00000000000000${(n % 90) + 10}`, values: { page: `/p${n % 9}` } }),
    );
    await foldAll(database, place, [hits]);
    numbers = await everyNumber(database, [1]);
    await database.close();
    const { code, err } = await footfall(['backup', '--to', quiet], environment(place));
    assert.equal(code, 0, err);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses a database that is not empty', async () => {
    const { code, out, err } = await footfall(['restore', quiet], environment(place));
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /The database is not empty: it has rows in website\..*DATABASE_URL/);
  });

  it('refuses files that are damaged, cut off, newer or no backups, and leaves the database empty', async () => {
    const bytes = readFileSync(quiet);
    const lines = backupLines(quiet);
    const bad = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const damaged = Buffer.from(bytes);
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 0x55;
    const newer = join(folder, 'newer');
    writeBackup(newer, [
      (lines[0] ?? '').replace('"migrations":[', '"migrations":["9999-of-tomorrow",'),
      ...lines.slice(1),
    ]);
    const changed = join(folder, 'changed');
    writeBackup(changed, lines);
    const plain = gunzipSync(readFileSync(changed)).toString();
    const target = await open();
    const env = environment(target);
    for (const [path, fault] of [
      [bad('damaged', damaged), /is damaged|not what its checksum says/],
      [bad('cut', bytes.subarray(0, bytes.length - 20)), /is cut off/],
      [bad('shorter', gzipSync(plain.slice(0, plain.lastIndexOf('{"end"')))), /is incomplete/],
      [bad('changed', gzipSync(plain.replace('"/p3"', '"/p4"'))), /does not match its checksum/],
      [bad('text', Buffer.from('hello')), /is damaged or not a backup/],
      [newer, /made by a newer release of Footfall \(9999-of-tomorrow is unknown here\)/],
      [join(folder, 'nowhere'), /nowhere cannot be read/],
      [folder, /is a directory/],
    ] as const) {
      const { code, out, err } = await footfall(['restore', path], env);
      assert.deepEqual([code, out], [1, ''], path);
      assert.match(err, fault);
    }
    const database = openDatabase(target.url);
    assert.deepEqual(await database.dialect.catalog.tables(database.dialect), []);
    await database.close();
  });

  it('accepts a backup of an older release and upgrades it to this one', async () => {
    const older = await open();
    const database = openDatabase(older.url);
    await migrate(database.dialect, migrations.slice(0, -1));
    await database.dialect.run("INSERT INTO account (email, password_hash, created_at) VALUES ('a@b.example', 'x', 0)");
    await database.close();
    const path = join(folder, 'older.gz');
    assert.equal((await footfall(['backup', '--to', path], environment(older))).code, 0);
    const unchanged = openDatabase(older.url);
    assert.equal(
      (await appliedMigrations(unchanged.dialect)).length,
      migrations.length - 1,
      'a backup migrates nothing',
    );
    await unchanged.close();
    const target = await open();
    const { code, out, err } = await footfall(['restore', path], environment(target));
    assert.equal(code, 0, err);
    assert.match(
      out,
      /^Restored \d+ rows from .*older\.gz, made at [^,]+, in [\d.]+ s\. Everyone has to sign in again\.\n/,
    );
    const restored = openDatabase(target.url);
    assert.ok(await isMigrated(restored.dialect));
    assert.deepEqual(await restored.dialect.all('SELECT email FROM account'), [{ email: 'a@b.example' }]);
    await restored.close();
  });

  it('can be repeated after a failure, and until then the database is not used', async () => {
    const lines = backupLines(quiet);
    const rows = lines.findIndex(line => line.startsWith('{"table":"visit"'));
    const twice = join(folder, 'twice');
    writeBackup(twice, [...lines.slice(0, rows + 2), lines[rows + 1] ?? '', ...lines.slice(rows + 2)]);
    const target = await open();
    const env = environment(target);
    const failed = await footfall(['restore', twice], env);
    assert.equal(failed.code, 1);
    assert.match(failed.err, /UNIQUE constraint failed: visit|Duplicate entry/);
    assert.doesNotMatch(failed.err, /does not respond/);
    for (const line of ['website list', 'migrate', 'backup']) {
      const { code, err } = await footfall(line, env);
      assert.equal(code, 1, line);
      assert.match(err, /holds part of the backup .*twice: its restore did not finish\. Run "restore" again/);
    }
    const { code, err } = await footfall(['restore', quiet], env);
    assert.equal(code, 0, err);
    assert.equal((await footfall('verify', env)).code, 0);
    const database = openDatabase(target.url);
    assert.deepEqual(await everyNumber(database, [1]), numbers);
    await database.close();
  });
});
