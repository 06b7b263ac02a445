import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { folderOf } from '../../src/imports/folder.ts';
import { lockHolder } from '../../src/imports/holder.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { doctor, has } from '../support/doctor.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';

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

  it('tells which imports are at work, waiting or interrupted', async () => {
    const place = await open();
    const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const database = await databaseWithWebsites(place, 2);
    opened.push(database);
    has(await doctor(env), 'ok', 'imports', /^None is at work or waiting\.$/);
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

  if (engine !== 'SQLite') return;

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
