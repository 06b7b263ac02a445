import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it, onTestFinished } from 'vitest';
import { COLUMNS_ID, openColumnStore } from '../../src/db/columns/store.ts';
import { readSetting } from '../../src/db/models/setting.ts';
import type { Database } from '../../src/db/open.ts';
import { createLog } from '../../src/log.ts';
import { ColumnPacking } from '../../src/service/column-packing.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T11:00:00Z');
const NOW = START + 20 * DAY;

eachDatabase('Packing columns in the background', (open, engine) => {
  const opened: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(opened.map(close => close())));

  async function prepared(dataDir?: string) {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database.close);
    return withPacking(dataDir === undefined ? place : { ...place, dataDir }, place, database);
  }

  /** `elsewhere` has room for a spool. */
  function withPacking(place: Place, elsewhere: Place, database: Database) {
    const lines: string[] = [];
    const packing = new ColumnPacking({
      database,
      databaseUrl: place.url,
      dataDir: place.dataDir,
      log: createLog('debug', { write: line => void lines.push(line) }),
      now: () => NOW,
    });
    onTestFinished(() => packing.stop());
    const reading = openReading(database, { dataDir: place.dataDir });
    const rows = openReading(database);
    const read = (one: typeof reading) =>
      createStatsLoader(one).summary({
        website: 1,
        timezone: 'UTC',
        from: Math.floor(START / DAY),
        to: Math.floor(START / DAY) + 9,
        filter: { name: 'page', operator: 'IS', values: ['/'] },
        compare: null,
      });
    return {
      place,
      elsewhere,
      database,
      packing,
      lines,
      rounds: () => lines.filter(line => line.includes('days are packed')).length,
      hits: (...days: number[]) => foldAll(database, elsewhere, [days.map(day => hitOf({ time: START + day * DAY }))]),
      /** Compares an answer with that from rows, and returns the number of pageviews in it. */
      async pageviews() {
        const [{ figures }, expected] = await Promise.all([read(reading), read(rows)]);
        assert.deepEqual(figures, expected.figures);
        return figures.pageviews.value;
      },
      folder: async () => (await openColumnStore(database, place.dataDir)).folder,
    };
  }

  it('packs what is completed, and looks for more only after a change', async () => {
    const { packing, hits, rounds, pageviews } = await prepared();
    assert.equal(packing.status().progress, null);
    await hits(0);
    await packing.look();
    assert.deepEqual([packing.status().progress, rounds()], [{ days: 0, packed: 0, bytes: 0 }, 0]);
    await hits(1, 2);
    await packing.look();
    const { progress, doneAt, failures } = packing.status();
    assert.deepEqual([progress?.days, progress?.packed, doneAt, failures], [2, 2, NOW, 0]);
    assert.ok((progress?.bytes ?? 0) > 0);
    assert.equal(rounds(), 1);
    await packing.look();
    assert.equal(rounds(), 1);
    await hits(1);
    await packing.look();
    assert.equal(rounds(), 2);
    assert.deepEqual(packing.status().progress?.packed, 2);
    assert.equal(await pageviews(), 4);
  });

  it('packs again what somebody removed, in part or completely', async () => {
    const { place, packing, hits, folder, pageviews } = await prepared();
    await hits(0, 1, 2);
    await packing.look();
    const website = join(await folder(), '1');
    const [name = ''] = readdirSync(website);
    rmSync(join(website, name));
    await packing.look();
    assert.equal(readdirSync(website).length, 2);
    rmSync(join(place.dataDir, 'columns'), { recursive: true });
    assert.equal(await pageviews(), 3);
    await packing.look();
    assert.equal(readdirSync(website).length, 2);
    truncateSync(join(website, readdirSync(website)[0] ?? ''), 100);
    assert.equal(await pageviews(), 3, 'reading removes what is damaged');
    await packing.look();
    assert.equal(readdirSync(website).length, 2);
  });

  // The rest is about files and processes, whatever the engine.
  if (engine === 'MariaDB') return;

  it('goes on where a killed process stopped', async () => {
    const { packing, hits, folder } = await prepared();
    await hits(0, 2);
    const path = await folder();
    mkdirSync(join(path, '1'), { recursive: true });
    writeFileSync(join(path, 'packing.lock'), '');
    writeFileSync(join(path, '1', 'd1-00000000.seg.new'), 'half');
    await packing.look();
    assert.deepEqual(
      readdirSync(join(path, '1')).map(name => name.replace(/-.*/, '')),
      [`d${Math.floor(START / DAY)}`],
    );
  });

  it('is done by one of two processes on a DATA_DIR, and both know the progress', async () => {
    const one = await prepared();
    const other = withPacking(one.place, one.place, one.database);
    await one.hits(0, 1, 2, 3);
    await Promise.all([one.packing.look(), other.packing.look()]);
    await Promise.all([one.packing.look(), other.packing.look()]);
    for (const { packing } of [one, other]) {
      const { progress, failures } = packing.status();
      assert.deepEqual([progress?.packed, failures], [3, 0]);
    }
    assert.equal(readdirSync(join(await one.folder(), '1')).length, 3);
  });

  it('keeps the columns of two databases in one DATA_DIR until one is no longer used', async () => {
    const one = await prepared();
    const two = await prepared(one.place.dataDir);
    for (const { hits, packing } of [one, two]) {
      await hits(0, 2);
      await packing.look();
    }
    const names = () => readdirSync(join(one.place.dataDir, 'columns'));
    await one.hits(1);
    await one.packing.look();
    assert.equal(names().length, 2);
    assert.deepEqual([await one.pageviews(), await two.pageviews()], [3, 2]);
    await two.packing.stop();
    await one.hits(1);
    await one.packing.look();
    assert.deepEqual(names(), [await readSetting(one.database, COLUMNS_ID)]);
    assert.deepEqual([await one.pageviews(), await two.pageviews()], [4, 2]);
  });

  it('fails where a file is in the way, tries again, and answers stay right', async () => {
    const { place, packing, lines, hits, pageviews } = await prepared();
    await hits(0, 2);
    const obstacle = join(place.dataDir, 'columns');
    writeFileSync(obstacle, 'not a folder');
    await packing.look();
    await packing.look();
    const { progress, doneAt, failures, failedAt } = packing.status();
    assert.deepEqual([progress, doneAt, failures, failedAt], [null, 0, 2, NOW]);
    assert.match(lines.join(), /Columns cannot be packed; visits are read from the database/);
    assert.equal(await pageviews(), 2);
    rmSync(obstacle);
    await packing.look();
    assert.equal(packing.status().progress?.packed, 2);
    assert.equal(packing.status().doneAt, NOW);
  });

  it('fails on a disk that cannot be written, from which columns are still read', async context => {
    const disk = mountSmallDisk(400_000);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const first = await prepared(disk.folder);
    await first.hits(0, 1, 3);
    await first.packing.look();
    assert.equal(first.packing.status().progress?.packed, 3);
    const website = join(await first.folder(), '1');
    truncateSync(join(website, readdirSync(website)[0] ?? ''), 100);
    // A file that is open for writing keeps a disk from becoming read-only.
    await first.packing.stop();
    disk.writable(false);
    const { packing, hits, pageviews } = withPacking(first.place, first.elsewhere, first.database);
    assert.equal(await pageviews(), 3, 'a damaged file that cannot be removed is not read');
    await hits(1);
    await packing.look();
    assert.equal(packing.status().failures, 1);
    assert.equal(await pageviews(), 4);
    disk.writable(true);
    await packing.look();
    assert.equal(packing.status().failures, 1);
    assert.equal(packing.status().progress?.packed, 3);
    assert.equal(await pageviews(), 4);
  });

  it('leaves the rest of a disk to the hits', async context => {
    const disk = mountSmallDisk(200);
    if (!disk) return context.skip('a small disk cannot be mounted, which requires root on Linux');
    onTestFinished(() => disk.remove());
    const { packing, hits, pageviews, lines, folder } = await prepared(disk.folder);
    await hits(0, 2);
    await packing.look();
    const { failures, doneAt } = packing.status();
    assert.deepEqual([failures, doneAt], [1, 0]);
    assert.match(lines.join(), /has less than 256 MB left, which are for hits; free some space/);
    assert.deepEqual(
      readdirSync(await folder()).filter(name => name === '1'),
      [],
    );
    assert.equal(await pageviews(), 2);
  });

  it('stops while it packs, which is not a failure, and the next process continues', async () => {
    const { place, elsewhere, database, packing, hits } = await prepared();
    await hits(...Array.from({ length: 12 }, (_, day) => day));
    const looking = packing.look();
    await packing.stop();
    await looking;
    assert.equal(packing.status().failures, 0);
    const next = withPacking(place, elsewhere, database);
    await next.packing.look();
    assert.equal(next.packing.status().progress?.packed, 11);
  });
});
