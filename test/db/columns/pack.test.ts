import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { readProgress } from '../../../src/db/columns/backlog.ts';
import { type PackOptions, packColumns } from '../../../src/db/columns/pack.ts';
import { type ColumnStore, openColumnStore } from '../../../src/db/columns/store.ts';
import type { Database } from '../../../src/db/open.ts';
import { raiseKeptFrom } from '../../../src/db/rollups/fold-state.ts';
import { changedDialect } from '../../support/changed-dialect.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../../support/hits.ts';

const DAY = 86_400_000;
/** The first day of a month. */
const FIRST = Date.parse('2026-03-01T11:00:00Z');
const FIRST_DAY = Math.floor(FIRST / DAY);
const APRIL = 31;

eachDatabase('Packing', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  interface Packed {
    readonly place: Place;
    readonly database: Database;
    readonly store: ColumnStore;
    /** Stores a pageview on each of these days after FIRST. */
    hits(days: readonly number[], website?: number): Promise<void>;
    pack(more?: Partial<PackOptions>): Promise<number>;
    progress(): Promise<{ days: number; packed: number }>;
    /** The names of the files of a website without what makes them unique. */
    files(website?: number): string[];
  }

  async function prepared(websites = 1): Promise<Packed> {
    const place = await open();
    const database = await databaseWithWebsites(place, websites);
    opened.push(database);
    const { dialect } = database;
    const store = await openColumnStore(database, place.dataDir);
    const at = (day: number) => FIRST + day * DAY;
    return {
      place,
      database,
      store,
      hits: (days, website = 1) => foldAll(database, place, [days.map(day => hitOf({ website, time: at(day) }))]),
      pack: (more = {}) => packColumns({ dialect, store, ...more }),
      async progress() {
        const { days, packed } = await readProgress({ dialect, store });
        return { days, packed };
      },
      files: (website = 1) =>
        readdirSync(store.folderOf(website))
          .map(name => name.replace(/-[0-9a-f]{8}\.seg$/, ''))
          .sort(),
    };
  }

  const day = (number: number) => `d${FIRST_DAY + number}`;
  const MARCH = `m${12 * (2026 - 1970) + 2}-0`;

  it('packs a day once it is over, and a month in place of its days', async () => {
    const { store, hits, pack, progress, files } = await prepared();
    await hits([0]);
    assert.deepEqual(await progress(), { days: 0, packed: 0 });
    assert.equal(await pack(), 0, 'the day is open');
    assert.equal(store.bytes(), 0);
    await hits([1]);
    assert.deepEqual(await progress(), { days: 1, packed: 0 });
    assert.equal(await pack(), 1);
    assert.ok(store.bytes() > 0);
    assert.deepEqual(files(), [day(0)]);
    await hits([4]);
    assert.equal(await pack(), 1);
    assert.deepEqual(files(), [day(0), day(1)], 'the last day is open');
    assert.deepEqual(await progress(), { days: 4, packed: 4 }, 'days without visits need no packing');

    await hits([APRIL + 4]);
    assert.equal(await pack(), 1);
    assert.deepEqual(files(), [MARCH]);
    assert.equal(await pack(), 0);
    assert.deepEqual(await progress(), { days: APRIL + 4, packed: APRIL + 4 });
  });

  it('packs a changed day beside its month, and the month again when many have changed', async () => {
    const { hits, pack, files, progress } = await prepared();
    await hits([0, 1, 2, 3, 4, 5, APRIL + 4]);
    await pack();
    assert.deepEqual(files(), [MARCH]);
    await hits([1, 3]);
    assert.deepEqual(await progress(), { days: APRIL + 4, packed: APRIL + 2 });
    assert.equal(await pack(), 2);
    assert.deepEqual(files(), [day(1), day(3), MARCH]);
    await hits([3]);
    assert.equal(await pack(), 1);
    assert.deepEqual(files(), [day(1), day(3), MARCH], 'the earlier file of the day is gone');
    await hits([0, 2, 5]);
    assert.equal(await pack(), 1);
    assert.deepEqual(files(), [MARCH]);
  });

  it('removes what is older than the stored visits', async () => {
    const { database, store, hits, pack, files } = await prepared();
    await hits([0, 1, 5, APRIL + 1, APRIL + 6]);
    await pack();
    assert.deepEqual(files(), [day(APRIL + 1), MARCH]);
    const packedDays = () =>
      store
        .list(1)
        .flatMap(({ packed }) => packed.map(({ day }) => day - FIRST_DAY))
        .filter(day => day < APRIL)
        .sort((a, b) => a - b);
    assert.equal(packedDays()[0], 0);
    await raiseKeptFrom(database.dialect, 1, FIRST_DAY + 5);
    assert.equal(await pack(), 1);
    assert.deepEqual(files(), [day(APRIL + 1), MARCH]);
    assert.equal(packedDays()[0], 5);
    await raiseKeptFrom(database.dialect, 1, FIRST_DAY + APRIL + 1);
    assert.equal(await pack(), 0);
    assert.deepEqual(files(), [day(APRIL + 1)]);
    await raiseKeptFrom(database.dialect, 1, FIRST_DAY + APRIL + 40);
    assert.equal(await pack(), 0);
    assert.deepEqual(files(), []);
  });

  it('removes deleted websites and what a killed process left, and nothing else', async () => {
    const { database, store, hits, pack, files } = await prepared(2);
    await hits([0, 2]);
    await hits([0, 2], 2);
    await pack();
    writeFileSync(join(store.folderOf(1), 'd1-00000000.seg.new'), 'half');
    writeFileSync(join(store.folder, 'another.lock'), '');
    await database.dialect.run('DELETE FROM website WHERE id = 2');
    assert.equal(await pack(), 0);
    assert.deepEqual(files(), [day(0)]);
    assert.equal(existsSync(store.folderOf(2)), false);
    assert.equal(existsSync(join(store.folder, 'another.lock')), true);
  });

  it('leaves nothing twice when it is stopped between two segments', async () => {
    const { hits, pack, files } = await prepared();
    await hits([0, 1, 2, 3]);
    const reports: number[] = [];
    const report = ({ packed }: { readonly packed: number }) => reports.push(packed);
    const rest = () => Promise.reject(Object.assign(new Error('Stopped.'), { syscall: 'write' }));
    assert.equal(await pack(), 3);
    await hits([APRIL + 1, APRIL + 2, APRIL + 5]);
    await assert.rejects(pack({ rest, report }), /Stopped/);
    assert.deepEqual(files(), [day(0), day(1), day(2), day(APRIL + 1)]);
    assert.deepEqual(reports, [3]);
    await assert.rejects(pack({ rest, report }), /Stopped/);
    assert.deepEqual(files(), [day(0), day(1), day(2), day(APRIL + 1), day(APRIL + 2)]);
    await assert.rejects(pack({ rest, report }), /Stopped/);
    assert.deepEqual(files(), [day(0), day(1), day(2), day(APRIL + 1), day(APRIL + 2), MARCH]);
    await pack({ report });
    assert.deepEqual(files(), [day(APRIL + 1), day(APRIL + 2), MARCH]);
    assert.equal(reports.at(-1), APRIL + 5);
  });

  it('packs the other websites when one cannot be packed', async () => {
    const { database, store, hits, pack, files, progress } = await prepared(3);
    for (const website of [1, 2, 3]) await hits([0, 2], website);
    let broken = 0;
    const dialect = changedDialect(database.dialect, {
      async snapshot(work) {
        if (broken++ === 0) throw new Error('A poisonous row.');
        return database.dialect.snapshot(work);
      },
    });
    await assert.rejects(pack({ dialect }), /poisonous/);
    assert.equal(existsSync(store.folderOf(1)), false);
    assert.deepEqual([files(2), files(3)], [[day(0)], [day(0)]]);
    assert.deepEqual(await progress(), { days: 6, packed: 5 });
    assert.equal(await pack(), 1);
  });

  it('is refused where there is no folder, while its progress can still be told', async () => {
    const { place, store, hits, pack, progress } = await prepared();
    await hits([0, 2]);
    mkdirSync(join(place.dataDir, 'columns'));
    writeFileSync(store.folder, 'not a folder');
    await assert.rejects(pack(), (error: NodeJS.ErrnoException) => error.code === 'EEXIST');
    assert.deepEqual(await progress(), { days: 2, packed: 1 });
  });
});
