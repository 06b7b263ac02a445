import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { folderOf } from '../../src/imports/folder.ts';
import { lockHolder } from '../../src/imports/holder.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { spoolFilePath } from '../../src/spool/lock.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { doctor, has } from '../support/doctor.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, hitOf, spoolOf } from '../support/hits.ts';
import { lesserUser } from '../support/lesser-user.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';

eachDatabase('footfall doctor where it meets faults', (open, engine) => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('reports a check that fails, and all others', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    writeFileSync(join(place.dataDir, 'backups'), 'not a folder');
    await database.dialect.run("INSERT INTO setting (name, value) VALUES ('service_settings', 'not JSON')");
    const found = await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    has(found, 'fail', 'backups', /^It could not be checked \(ENOTDIR.*backups'\)\.$/);
    has(found, 'fail', 'settings', /^It could not be checked \(.*JSON\)\.$/);
    for (const check of ['clock', 'bad hits', 'mail']) has(found, 'ok', check, /./);
  });

  it('tells which imports are running, waiting or interrupted', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const database = await databaseWithWebsites(place, 2);
    opened.push(database);
    has(await doctor(env), 'ok', 'imports', /^None is running or waiting\.$/);
    const of = { account: null, source: null, files: [], timezone: null, until: null, mapping: null };
    const add = (website: number, dryRun = false) => addImport(database, { ...of, website, dryRun }, Date.now());
    const change = (id: number, to: object) => database.imports.update(to, { where: { id } });
    const { id: running } = await add(1);
    const { id: reading } = await add(2);
    await add(1);
    const { id: done } = await add(2, true);
    const holder = '00000000-0000-4000-8000-000000000000';
    const held = { holder, heldUntil: Date.now() + 600_000 };
    await change(running, { ...held, state: 'running', kind: 'hits', counted: 100, position: 50 });
    await change(reading, { state: 'reading' });
    await change(done, { state: 'done', finishedAt: 1 });
    const found = (await doctor(env)).filter(({ check }) => check === 'imports');
    assert.deepEqual(
      found.map(({ state, text }) => `${state} ${text}`),
      [
        'ok Import 1 of site-1.example is running, 61 % done.',
        'warn Import 2 of site-2.example is reading, 0 % done, but no process works on it.',
        'ok Import 3 of site-1.example is waiting.',
      ],
    );
    const release = await lockHolder(place.dataDir, running, holder);
    has(await doctor(env), 'ok', 'imports', /^Import 1 of site-1\.example is running/);
    const left = readdirSync(folderOf(place.dataDir, running));
    await release();
    // What a killed process leaves is not locked.
    mkdirSync(folderOf(place.dataDir, running), { recursive: true });
    for (const name of left) writeFileSync(join(folderOf(place.dataDir, running), name), '');
    has(await doctor(env), 'warn', 'imports', /^Import 1 of .* is running, 61 % done, but no process works on it\.$/);
    assert.equal((await database.imports.findByPk(running, { raw: true }))?.holder, holder);
  });

  it('names spools that this user cannot open, as does a backup', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const folder = join(place.dataDir, 'spool');
    const spool = await spoolOf(database, folder);
    await spool.append(encodeHit(hitOf({})));
    await spool.close();
    const file = spoolFilePath(folder, spool.id, 1);
    const lock = join(folder, `${spool.id}.lock`);
    const kept = mkdtempSync(join(place.dataDir, 'kept-'));
    // Not even root can open a folder in place of a file.
    const close = (path: string) => {
      renameSync(path, join(kept, basename(path)));
      mkdirSync(path);
    };
    const reopen = (path: string) => {
      rmSync(path, { recursive: true });
      renameSync(join(kept, basename(path)), path);
    };
    for (const paths of [[lock], [file], [lock, file]]) {
      paths.forEach(close);
      const found = await doctor(env);
      has(found, 'fail', 'spool', new RegExp(`^1 spool in .*spool cannot be opened by this user: ${spool.id}\\.`));
      assert.ok(!found.some(({ check, state }) => check === 'spool' && state === 'ok'));
      paths.forEach(reopen);
    }
    close(file);
    const backup = await footfall(['backup', '--to', join(place.dataDir, 'one.gz'), '--json'], env);
    assert.deepEqual([backup.code, JSON.parse(backup.out).unfolded, JSON.parse(backup.out).closed], [0, null, [file]]);
    const told = await footfall(['backup', '--to', join(place.dataDir, 'two.gz')], env);
    assert.match(told.out, /^Acknowledged hits may be missing from the backup: this user cannot read .*\.db\. /m);
    const gateway = await startTestGateway(place);
    const warnsOfIt = async () => {
      const { warnings } = (await (await fetch(`${gateway.url}/readyz`)).json()) as { warnings?: string[] };
      return /spools that cannot be opened, whose hits are not counted yet \(1\)/.test(warnings?.join() ?? '');
    };
    await until(warnsOfIt, 'a warning in /readyz').finally(() => gateway.stop());
    reopen(file);
    has(await doctor(env), 'warn', 'spool', /waiting to be counted: 1, in 1 spool, 0 with a running process/);
    if (process.getuid?.() !== 0) return;
    chownSync(file, 65_534, 65_534);
    has(await doctor(env), 'warn', 'spool', /^1 spool in .* belongs to another user than that folder/);
  });

  it('names each place in DATA_DIR that the service could not write', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    opened.push(await databaseWithWebsites(place));
    await footfall('migrate', env);
    has(await doctor(env), 'warn', 'accounts', /^There is no account, so nobody can sign in\.$/);
    await footfall('account create --email a@a.example --password a-long-password', env);
    has(await doctor(env), 'ok', 'accounts', /^1 account\.$/);
    const nothing = (await doctor(env)).filter(({ state }) => state === 'fail');
    assert.deepEqual(nothing, []);
    assert.deepEqual(
      readdirSync(place.dataDir).filter(name => name.startsWith('.')),
      [],
    );
    for (const name of ['spool', 'backups']) writeFileSync(join(place.dataDir, name), 'not a folder');
    mkdirSync(join(place.dataDir, 'revocations'));
    const found = await doctor({ ...env, BACKUP_DAYS: '1' });
    has(found, 'fail', 'spool', /spool cannot be written to \(ENOTDIR.*\), so the service cannot start\.$/);
    has(found, 'fail', 'backups', /backups cannot be written to \(ENOTDIR.*\), so no automatic backup is made\.$/);
    has(found, 'fail', 'revocations', /revocations cannot be written to \(EISDIR.*would revive keys/);
    const below = await doctor({ DATA_DIR: join(place.dataDir, 'spool', 'data') });
    has(below, 'fail', 'DATA_DIR', /data cannot be written to \(ENOTDIR/);
    has(below, 'fail', 'database', /footfall\.db cannot be written to \(ENOTDIR/);
    assert.match(below.find(({ check }) => check === 'DATA_DIR')?.fix ?? '', /A file is in the place of a folder/);
  });

  it.runIf(engine === 'MariaDB')('says what the server refuses, and which rights the user lacks', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const user = await lesserUser(database.dialect, place.url, 'SELECT, INSERT, UPDATE, ALTER, INDEX, DROP');
    onTestFinished(() => user.drop());
    const env = { DATABASE_URL: user.url, DATA_DIR: place.dataDir };
    has(await doctor(env), 'fail', 'tables', /^The service cannot work on them \(DELETE command denied/);
    await user.grant('DELETE');
    has(await doctor(env), 'fail', 'tables', /^The service cannot work on them \(CREATE command denied/);
    await user.grant('CREATE');
    has(await doctor(env), 'ok', 'tables', /match this release/);
    const wrong = (change: Partial<URL>) =>
      doctor({ ...env, DATABASE_URL: Object.assign(new URL(user.url), change).href });
    const denied = await wrong({ password: 'wrong' });
    has(denied, 'fail', 'database', /^The server refuses the user in DATABASE_URL \(Access denied/);
    const missing = await wrong({ pathname: '/no_such_database' });
    has(missing, 'fail', 'database', /^The server (refuses the user|has no such database)/);
  });

  if (engine !== 'SQLite') return;

  it('names the lock of migrations that cannot be written', async () => {
    const place = await open();
    opened.push(await databaseWithWebsites(place));
    rmSync(join(place.dataDir, 'footfall.db.migrate.lock'), { force: true });
    mkdirSync(join(place.dataDir, 'footfall.db.migrate.lock'));
    const found = await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    has(found, 'fail', 'database', /migrate\.lock cannot be written to \(EISDIR.*waits for the database forever/);
  });

  it('names a disk that is full or read-only as the thing to fix, and leaves no file', async context => {
    const disk = mountSmallDisk(4_000);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const env = { DATABASE_URL: `sqlite:${disk.folder}/footfall.db`, DATA_DIR: disk.folder };
    await footfall('migrate', env);
    fillDisk(disk);
    const full = await doctor(env);
    has(full, 'fail', 'DATA_DIR', /cannot be written to \(ENOSPC/);
    has(
      full,
      'fail',
      'database',
      /^It cannot be used \(SQLITE_\w+: .*\)\. The disk that holds .*footfall\.db is full\.$/,
    );
    for (const { check, fix } of full)
      if (check === 'DATA_DIR' || check === 'database') assert.match(fix ?? '', /^Free/);
    assert.deepEqual(
      readdirSync(disk.folder).filter(name => name.startsWith('.')),
      [],
    );
    rmSync(join(disk.folder, 'fill'));
    disk.writable(false);
    // SQLite opens a file there only if another process has left its index of the log.
    const faults = (await doctor(env)).filter(({ check }) => check === 'tables' || check === 'database');
    assert.deepEqual(
      faults
        .filter(({ state }) => state === 'fail')
        .map(({ text }) => / The disk that holds .* is mounted read-only\.$/.test(text)),
      [true],
    );
    disk.writable(true);
  });
});
