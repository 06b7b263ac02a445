import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { footfall } from '../support/command-line.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';

const HITS = 4_000;
const FORGET = 'forget --website site-1.example --from 2026-03-01 --to 2026-03-31';

onSqlite('The command line on a full disk', open => {
  it('names the disk, not the database, and continues when there is room', async context => {
    const disk = mountSmallDisk(16_000);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const url = `sqlite:${disk.folder}/footfall.db`;
    const env = { DATABASE_URL: url, DATA_DIR: disk.folder };
    const place = { ...(await open()), url, dataDir: disk.folder };
    const database = await databaseWithWebsites(place);
    const hits = Array.from({ length: HITS }, (_, at) => hitOf({ visitor: at.toString(16).padStart(16, '0') }));
    await foldAll(database, place, [hits]);
    await database.close();
    const errorOf = async (line: string) => {
      const { code, err } = await footfall(line, env);
      assert.equal(code, 1, line);
      return err;
    };

    fillDisk(disk);
    const full = /^The disk that holds .*footfall\.db is full\. Free some space on it\.\n\(SQLITE_\w+: .*\)\n$/;
    for (const line of ['verify', 'website list', FORGET]) assert.match(await errorOf(line), full, line);

    fillDisk(disk, 200 * 1024);
    const more =
      /is full\. Free some space on it\. It stays registered: the service forgets the rest, or its next start does\.\n/;
    assert.match(await errorOf(FORGET), more);
    const reopened = openDatabase(url);
    assert.equal(await reopened.forgets.count({ where: { state: 'running' } }), 1);
    await reopened.close();
    rmSync(join(disk.folder, 'fill'));
    assert.equal((await footfall('verify', env)).code, 0);
  });

  it('names the disk that a backup is written to', async context => {
    const disk = mountSmallDisk(64);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const place = await open();
    await (await databaseWithWebsites(place)).close();
    const backUp = () => footfall(`backup --to ${disk.folder}/`, { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    const elsewhere = 'A backup can also be written to another disk, with --to\\.\n';
    fillDisk(disk);
    const full = await backUp();
    assert.match(
      full.err,
      new RegExp(`^The disk that holds .* is full\\. Free some space on it\\. ${elsewhere}\\(ENOSPC`),
    );
    assert.deepEqual([full.code, readdirSync(disk.folder)], [1, ['fill']]);
    disk.writable(false);
    const { code, err } = await backUp();
    assert.match(err, new RegExp(`^The disk that holds .* is mounted read-only\\. .* ${elsewhere}\\(EROFS`));
    assert.equal(code, 1);
    disk.writable(true);
  });
});
