import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/open.ts';
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
    has(
      await doctor(env),
      'fail',
      'tables',
      /^They can be read but not written\. The disk that holds .* is mounted read-only\.$/,
    );
    disk.writable(true);
  });
});
