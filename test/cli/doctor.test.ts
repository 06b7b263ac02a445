import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it, onTestFinished } from 'vitest';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { Spool } from '../../src/spool/spool.ts';
import { footfall } from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { eachDatabase } from '../support/databases.ts';
import { doctor, has } from '../support/doctor.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, foldAll, hitOf, spoolOf } from '../support/hits.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

eachDatabase('footfall doctor', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('finds no failures beside a running service, and prints readable text', async () => {
    const place = await open();
    const gateway = await startTestGateway(place);
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const found = await doctor(env);
    has(found, 'ok', 'database', engine === 'SQLite' ? /SQLite 3.* responds/ : /MariaDB.* responds/);
    has(found, 'ok', 'version', /^This is Footfall \d+\.\d+\.\d+/);
    has(found, 'ok', 'tables', /match this release/);
    has(found, 'ok', 'spool', /waiting to be counted: 0, in 1 spool, 1 with a running process/);
    has(found, 'warn', 'backups', /no backup/);
    const { code, out } = await footfall('doctor', env);
    assert.equal(code, 0);
    assert.match(out, /^ok {4}node +This is Node 24/);
    assert.match(out, /\n\nFailed: 0, warnings: \d+, ok: \d+\.\n$/);
    await gateway.stop();
  });

  it('reports what is wrong with the rows', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place, 2);
    opened.push(database);
    const { dialect } = database;
    await foldAll(database, place, [[hitOf({ time: Date.parse('2026-01-01T00:00:00Z') })]]);
    await dialect.run("INSERT INTO bad_hit (website_id, seen_at, reason, body) VALUES (1, 1000, 'too odd', '{}')");
    await dialect.run("INSERT INTO job (name, period, due_at, failures) VALUES ('reports', 60000, 1000, 3)");
    await dialect.run(
      "INSERT INTO job_run (run, name, process, started_at, outcome, note) VALUES ('x', 'reports', 'p', 1000, 'failed', 'no paper')",
    );
    const spool = await spoolOf(database, join(place.dataDir, 'spool'));
    await spool.append(encodeHit(hitOf({})));
    await spool.close();
    mkdirSync(join(place.dataDir, 'spool', 'damaged'));
    writeFileSync(join(place.dataDir, 'spool', 'damaged', 'x.db'), '');
    const found = await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    has(found, 'warn', 'bad hits', /1 hit could not be stored; the last at 1970-.*\(too odd\)/);
    has(found, 'fail', 'background work', /reports failed 3 times in a row \(no paper\)/);
    has(found, 'warn', 'background work', /Overdue: reports/);
    has(found, 'warn', 'spool', /waiting to be counted: 1, in 1 spool, 0 with a running process/);
    has(found, 'ok', 'instance', /^This database is [0-9a-f-]{36}\.$/);
    has(found, 'warn', 'spool damage', /^Damaged spool files kept in .*: 1\.$/);
    has(found, 'warn', 'websites', /No hits yet: site-2\.example/);
    has(found, 'warn', 'websites', /No hits for more than 7 days: site-1\.example/);
  });

  it('names a table that is damaged, and says what to do', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    await damage(database, place.url, 'account');
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const { err } = await footfall('account list', env);
    assert.match(err, /^The database, or a table in it, cannot be read\. .*"footfall doctor" .*\.$/m);
    const found = await doctor(env);
    has(
      found,
      'fail',
      'tables',
      /^Some cannot be read: account \((SQLITE_CORRUPT|Tablespace has been discarded).*\)\.$/,
    );
    const { fix } = found.find(({ check }) => check === 'tables') ?? {};
    assert.match(fix ?? '', /stop the service, move the damaged database away, restore the backup/);
  });

  it('says the same of a damaged index, and of a file that is no database', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    if (!database.dialect.ownsDatabase) return;
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    await damage(database, place.url, 'sqlite_autoindex_website_1');
    const restore = /stop the service, move the damaged database away, restore the backup/;
    assert.ok((await doctor(env)).some(({ text, fix }) => text.includes('SQLITE_CORRUPT') && restore.test(fix ?? '')));
    const other = join(place.dataDir, 'other.db');
    writeFileSync(other, 'Not a database. '.repeat(1_000));
    const [found] = (await doctor({ ...env, DATABASE_URL: `sqlite:${other}` })).filter(
      ({ check }) => check === 'database',
    );
    assert.match(found?.text ?? '', /^It cannot be read \(SQLITE_NOTADB/);
    assert.match(found?.fix ?? '', /^Check that DATABASE_URL names it\. /);
    assert.match(found?.fix ?? '', restore);
  });

  it('reports spools of another database', async () => {
    const place = await open();
    opened.push(await databaseWithWebsites(place));
    const instance = { id: 'another-database', ownsUnmarked: false };
    const spool = await Spool.create(join(place.dataDir, 'spool'), { instance });
    await spool.append(encodeHit(hitOf({})));
    await spool.close();
    const found = await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    has(found, 'fail', 'instance', /^1 spool in .* belongs to another database \(another-database\); it alone counts/);
    has(found, 'ok', 'spool', /waiting to be counted: 0, in 0 spools/);
  });

  it('tells how much is packed, and what keeps the rest from it', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const database = await databaseWithWebsites(place);
    opened.push(database);
    has(await doctor(env), 'ok', 'columns', /^Nothing is packed yet/);
    const { dialect } = database;
    const store = await openColumnStore(database, place.dataDir);
    has(await doctor(env), 'ok', 'columns', /^No completed day has visits yet\.$/);
    const day = (number: number) => hitOf({ time: Date.parse('2026-01-01T00:00:00Z') + number * 86_400_000 });
    await foldAll(database, place, [[day(0), day(2)]]);
    has(await doctor(env), 'warn', 'columns', /^1 of 2 completed days are packed, in 0 MB\. Filters on the others/);
    await packColumns({ dialect, store });
    has(await doctor(env), 'ok', 'columns', /^All 2 completed days are packed, in 0 MB\.$/);
    mkdirSync(`${store.folder}-of-another`);
    has(
      await doctor(env),
      'ok',
      'columns',
      /^1 folder in .*columns belongs to another database, or to this one before/,
    );
    rmSync(join(place.dataDir, 'columns'), { recursive: true });
    writeFileSync(join(place.dataDir, 'columns'), 'not a folder');
    has(
      await doctor(env),
      'warn',
      'columns',
      /columns cannot be written to \(ENOTDIR.*\); days that are not packed are read/,
    );
  });

  it('tells that what is left of a disk is for hits', async context => {
    const disk = mountSmallDisk(200);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const env = { DATABASE_URL: place.url, DATA_DIR: disk.folder };
    const { folder } = await openColumnStore(database, disk.folder);
    mkdirSync(folder, { recursive: true });
    has(await doctor(env), 'warn', 'columns', /^0 MB is free on the disk of .*, which is left to the hits; days that/);
    disk.writable(false);
    has(await doctor(env), 'fail', 'DATA_DIR', /cannot be written to \(EROFS/);
    disk.writable(true);
  });

  it('reports what is wrong with the tables', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    if (engine === 'MariaDB') has(await doctor(env), 'warn', 'tables', /do not exist yet/);
    else has(await doctor(env), 'warn', 'database', /footfall\.db does not exist yet/);
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const { dialect } = database;
    if (engine === 'MariaDB') {
      await dialect.run('ALTER TABLE goal MODIFY name VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci');
      has(await doctor(env), 'fail', 'database', /different values in them can be treated as one: goal/);
    }
    await dialect.run('INSERT INTO setting (name, value) VALUES (\'restoring\', \'{"path":"/x.gz","tables":[]}\')');
    has(await doctor(env), 'fail', 'tables', /only part of the backup \/x\.gz/);
    await dialect.run("DELETE FROM setting WHERE name = 'restoring'");
    await dialect.run("DELETE FROM migration WHERE name = '0008-alerts'");
    has(await doctor(env), 'warn', 'tables', /from an older release; pending migrations: 0008-alerts/);
    await dialect.run("INSERT INTO migration (name, applied_at) VALUES ('9999-of-tomorrow', 0)");
    has(await doctor(env), 'fail', 'tables', /A newer release of Footfall has changed them \(9999-of-tomorrow\)/);
  });

  if (engine !== 'SQLite') return;

  it('reports what is wrong in its surroundings', async () => {
    const place = await open();
    const file = join(place.dataDir, 'a-file');
    writeFileSync(file, 'hello');
    const found = await doctor({
      DATABASE_URL: 'mysql://root:hush@127.0.0.1:1/x',
      DATA_DIR: join(file, 'data'),
      GEO_DB: file,
      SMTP_URL: 'smtp://127.0.0.1:1',
      BASE_URL: 'https://stats.example.com',
    });
    has(found, 'fail', 'database', /does not respond \(.*ECONNREFUSED/);
    has(found, 'fail', 'DATA_DIR', /a-file\/data cannot be written to/);
    has(found, 'fail', 'geo database', /cannot be read/);
    has(found, 'fail', 'mail', /mail server at 127\.0\.0\.1:1 does not accept e-mail \(.*ECONNREFUSED/);
    has(found, 'warn', 'addresses', /TRUST_PROXY is not set/);
    assert.ok(!JSON.stringify(found).includes('hush'));
    writeFileSync(join(place.dataDir, 'footfall.db'), 'this is no database, and never was');
    has(await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir }), 'fail', 'database', /not a database/);
  });
});

describe('footfall doctor with a wrong configuration', () => {
  it('reports every fault', async () => {
    const found = await doctor({ PORT: 'x', SHARED_PORT: '0' });
    has(found, 'fail', 'configuration', /PORT is "x"/);
    has(found, 'fail', 'configuration', /SHARED_PORT is "0"/);
  });
});
