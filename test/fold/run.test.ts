import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { afterAll, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { FoldLoop, putAway } from '../../src/fold/run.ts';
import { createFoldWork } from '../../src/fold/work.ts';
import { removeLeftovers } from '../../src/jobs/retention.ts';
import { listSpools } from '../../src/spool/lock.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf, spoolOf, startFold } from '../support/hits.ts';

const DAY = 86_400_000;

eachDatabase('The fold of a process', open => {
  let place: Place;
  let database: Database;
  let folder: string;
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));
  async function fresh(websites = 1): Promise<void> {
    place = await open();
    folder = `${place.dataDir}/spool`;
    database = await databaseWithWebsites(place, websites);
    opened.push(database);
  }
  const fail = (error: unknown) => assert.fail(String(error));
  const checkpoints = () =>
    database.dialect.all<{ retired: number }>(
      'SELECT website_id, last_hit AS position, removed_at IS NOT NULL AS retired FROM checkpoint ORDER BY website_id',
    );

  it('removes a folded spool for good before it retires its positions, which then stay for weeks', async () => {
    await fresh(2);
    const first = await spoolOf(database, folder);
    const firstRun = startFold(database, first, folder);
    await firstRun.drain();
    for (const website of [1, 2, 1]) await first.append(encodeHit(hitOf({ website })));
    await firstRun.drain();
    assert.deepEqual(await checkpoints(), [
      { website_id: 1, position: 3, retired: 0 },
      { website_id: 2, position: 2, retired: 0 },
    ]);
    await firstRun.stop();
    await first.append(encodeHit(hitOf({})));
    await putAway(database, first);
    assert.deepEqual(listSpools(folder), [first.id], 'one hit of it is still to be folded');

    const second = await spoolOf(database, folder);
    const secondRun = startFold(database, second, folder);
    const synced = await whenSynced(() => secondRun.drain());
    const states = synced.map(({ files, retired }) => [files.some(file => file.startsWith(first.id)), retired]);
    assert.deepEqual(states.at(-1), [false, 0], 'the folder is synced without the files before a position is retired');
    assert.ok(
      states.slice(0, -1).every(([hasFiles]) => hasFiles),
      'and after each kind of file, its hits first',
    );
    const retired = [
      { website_id: 1, position: 4, retired: 1 },
      { website_id: 2, position: 2, retired: 1 },
    ];
    assert.deepEqual(await checkpoints(), retired);
    await secondRun.stop();
    await putAway(database, second);
    assert.deepEqual(listSpools(folder), []);
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 4 });

    await removeLeftovers(database, Date.now() + 34 * DAY, new AbortController().signal);
    assert.deepEqual(await checkpoints(), retired);
    await removeLeftovers(database, Date.now() + 36 * DAY, new AbortController().signal);
    assert.deepEqual(await checkpoints(), []);
  });

  it('counts nothing again when the files of a folded spool come back', async () => {
    await fresh();
    const copy = `${place.dataDir}/copy`;
    for (let time = 0; time < 3; time++) {
      const spool = await spoolOf(database, folder);
      if (time === 0) {
        await spool.append(encodeHit(hitOf({})));
        cpSync(folder, copy, { recursive: true });
      }
      const run = startFold(database, spool, folder);
      await run.drain();
      await run.stop();
      await putAway(database, spool);
      assert.deepEqual(listSpools(folder), []);
      const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
      assert.deepEqual(row, { hits: 1 });
      cpSync(copy, folder, { recursive: true });
    }
  });

  /** Returns what was in the folder, and how many positions were retired, each time something was synced by hand. */
  async function whenSynced(work: () => Promise<void>): Promise<{ files: string[]; retired: number }[]> {
    const synced: { files: string[]; retired: number }[] = [];
    const handle = await openFile(folder, 'r');
    const owner = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const { sync } = owner;
    owner.sync = async function () {
      const retired = (await checkpoints()).filter(row => row.retired).length;
      synced.push({ files: readdirSync(folder), retired });
      return sync.call(this);
    };
    await work().finally(() => {
      owner.sync = sync;
    });
    return synced;
  }

  it('drains the hits acknowledged before, and leaves hits that arrive meanwhile to the next fold', async () => {
    await fresh();
    const spool = await spoolOf(database, folder);
    const work = createFoldWork(database, foldOptions());
    let folds = 0;
    const run = new FoldLoop(
      database,
      spool,
      async (id, batches) => {
        if (++folds < 50) await spool.append(encodeHit(hitOf({})));
        await work(id, batches);
      },
      { folder, every: 60_000, waiting: fail, unreadable: fail, foreign: fail },
    );
    await run.drain();
    for (let hit = 0; hit < 3; hit++) await spool.append(encodeHit(hitOf({})));
    await run.drain();
    assert.equal(folds, 1);
    assert.equal(run.pending(), 1);
    await run.drain();
    assert.equal(folds, 2);
    await run.stop();
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 4 });
    await spool.remove();
  });

  it('folds more hits than one read returns, and many spools, in one run', async () => {
    await fresh();
    const many = 20_000;
    const body = Array.from({ length: 1_000 }, (__, index) => encodeHit(hitOf({ time: index * 1_000 }))).join(',');
    for (let count = 0; count < 3; count++) {
      const left = await spoolOf(database, folder);
      await left.append(body, 1_000);
      await left.close();
    }
    const spool = await spoolOf(database, folder);
    for (let hits = 0; hits < many; hits += 1_000) await spool.append(body, 1_000);
    const run = startFold(database, spool, folder, {}, 60_000);
    await run.drain();
    assert.equal(run.pending(), 0);
    assert.deepEqual(listSpools(folder), [spool.id]);
    await run.stop();
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: many + 3_000 });
    await spool.remove();
  });

  it('folds many hits in parts, and the same hits again after a failure', async () => {
    await fresh();
    const spool = await spoolOf(database, folder);
    const body = Array.from({ length: 1_000 }, () => encodeHit(hitOf({}))).join(',');
    for (let thousand = 0; thousand < 70; thousand++) await spool.append(body, 1_000);
    const folds: (number | undefined)[][] = [];
    let waits = 0;
    const run = new FoldLoop(
      database,
      spool,
      async (_id, batches) => {
        folds.push([batches[0]?.first, batches.length]);
        if (folds.length === 2) throw new Error('The database is away.');
      },
      { folder, every: 60_000, waiting: () => void waits++, unreadable: fail, foreign: fail },
    );
    await run.drain();
    assert.equal(waits, 1);
    assert.deepEqual(folds, [
      [1, 24],
      [24_001, 24],
      [24_001, 24],
      [48_001, 22],
    ]);
    assert.equal(spool.pending(), 0);
    await run.stop();
    await spool.remove();
  });

  it('stops after the running fold, without waiting for the pause after it', async () => {
    await fresh();
    const spool = await spoolOf(database, folder);
    await spool.append(encodeHit(hitOf({})));
    const work = createFoldWork(database, foldOptions());
    const folding = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    // With a clock that stands still, no pause ends on its own.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const run = new FoldLoop(
      database,
      spool,
      async (id, batches) => {
        await work(id, batches);
        folding.resolve();
        await stopping.promise;
      },
      { folder, every: 600, waiting: fail, unreadable: fail, foreign: fail },
    );
    await folding.promise;
    const stopped = run.stop();
    stopping.resolve();
    await stopped;
    await spool.remove();
  });
});
