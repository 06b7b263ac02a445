import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { FoldLoop } from '../../src/fold/run.ts';
import { FoldThread } from '../../src/fold/threaded.ts';
import type { FoldReport } from '../../src/fold/work.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, hitOf, spoolOf } from '../support/hits.ts';

/** A batch as it is read from a spool. */
function batchOf(first: number, hits: number) {
  const body = Array.from({ length: hits }, (_, hit) => encodeHit(hitOf({ time: Date.now() + hit }))).join(',');
  return [{ first, hits, body: new Uint8Array(Buffer.from(body)) }];
}

eachDatabase('The folding thread', open => {
  let database: Database;
  afterAll(() => database.close());

  it('folds what it was given ahead without being given it again, and fails when it has ended since', async () => {
    const place = await open();
    database = await databaseWithWebsites(place, 1);
    const stored = async () => Number((await database.dialect.all('SELECT id FROM hit')).length);
    const reports: FoldReport[] = [];
    const options = { databaseUrl: place.url, maxNewValues: 1_000, retentionDays: 400_000 };
    const thread = new FoldThread(options, report => reports.push(report));
    const [second, third] = [batchOf(11, 20), batchOf(31, 30)];
    await thread.fold('spool-a', batchOf(1, 10), Promise.resolve(second));
    assert.equal(second[0]?.body.byteLength, 0, 'the thread has its bytes');
    await thread.fold('spool-a', second, Promise.resolve(third));
    assert.equal(await stored(), 30);
    await thread.stop();
    await assert.rejects(thread.fold('spool-a', third), /The folding thread ended/);
    await thread.fold('spool-a', batchOf(31, 30), Promise.reject(new Error('The spool is gone.')));
    assert.equal(await stored(), 60);
    assert.deepEqual(
      reports.map(report => report.type === 'folded' && report.stored),
      [10, 20, 30],
    );
    await thread.stop();
  });

  it('folds several spools in turns, without waiting for the database', async () => {
    const place = await open();
    const own = await databaseWithWebsites(place, 1);
    const folder = `${place.dataDir}/spool`;
    const reports: FoldReport[] = [];
    const options = { databaseUrl: place.url, maxNewValues: 1_000, retentionDays: 400_000 };
    const thread = new FoldThread(options, report => reports.push(report));
    const body = Array.from({ length: 2_000 }, (_, hit) => encodeHit(hitOf({ time: Date.now() + hit }))).join(',');
    const spools = [await spoolOf(own, folder), await spoolOf(own, folder)] as const;
    for (let batch = 0; batch < 26; batch++) await spools[0].append(body, 2_000);
    await spools[1].append(body, 2_000);
    await spools[1].close();
    const faults: unknown[] = [];
    const note = (error: unknown) => void faults.push(error);
    const loop = new FoldLoop(own, spools[0], (...order) => thread.fold(...order), {
      folder,
      every: 60_000,
      waiting: note,
      unreadable: note,
      foreign: note,
    });
    await loop.drain();
    await loop.stop();
    await thread.stop();
    await spools[0].remove();
    assert.deepEqual(faults, []);
    const [row] = await own.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 54_000 });
    assert.ok(reports.length >= 3 && reports.every(({ type }) => type === 'folded'));
    await own.close();
  });
});
