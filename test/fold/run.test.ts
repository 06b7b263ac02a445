import assert from 'node:assert/strict';
import { afterAll, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/hit.ts';
import { FoldLoop, putAway } from '../../src/fold/run.ts';
import { createFoldWork } from '../../src/fold/work.ts';
import { listSpools } from '../../src/spool/lock.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldOptions, hitOf, spoolOf, startFold } from '../support/hits.ts';

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
  const checkpoints = () => database.dialect.all('SELECT website_id, position FROM checkpoint ORDER BY website_id');

  it('removes the checkpoints of a spool with its files, when it is closed and when it was adopted', async () => {
    await fresh(2);
    const first = await spoolOf(database, folder);
    const firstRun = startFold(database, first, folder);
    await firstRun.drain();
    for (const website of [1, 2, 1]) await first.append(encodeHit(hitOf({ website })));
    await firstRun.drain();
    assert.deepEqual(await checkpoints(), [
      { website_id: 1, position: 3 },
      { website_id: 2, position: 2 },
    ]);
    await firstRun.stop();
    await first.append(encodeHit(hitOf({})));
    await putAway(database, first);
    assert.equal((await checkpoints()).length, 2, 'one hit of it is still to be folded');
    assert.deepEqual(listSpools(folder), [first.id]);

    const second = await spoolOf(database, folder);
    const secondRun = startFold(database, second, folder);
    await secondRun.drain();
    assert.deepEqual(await checkpoints(), []);
    await second.append(encodeHit(hitOf({})));
    await secondRun.drain();
    await secondRun.stop();
    await putAway(database, second);
    assert.deepEqual(await checkpoints(), []);
    assert.deepEqual(listSpools(folder), []);
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 5 });
  });

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
