import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { createFoldWork } from '../../src/fold/work.ts';
import { damage } from '../support/damage.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, foldOptions, hitOf } from '../support/hits.ts';

const noon = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('The work of the fold', open => {
  let place: Place;
  let database: Database;
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));
  async function fresh(websites = 1): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place, websites);
    opened.push(database);
  }
  const at = (minutes: number) => noon + minutes * 60_000;
  async function pageviews(website: number): Promise<number> {
    return (await database.dialect.all('SELECT id FROM hit WHERE website_id = ?', [website])).length;
  }

  it('sets aside a hit that cannot be stored, and folds its neighbours', async () => {
    await fresh();
    const bad = { ...hitOf({ time: at(1) }), visitor: 'not hex at all' };
    const reports: string[] = [];
    await foldAll(database, place, [[hitOf({ time: at(0) }), bad, hitOf({ time: at(2) })]], {
      report: ({ type }) => reports.push(type),
    });
    assert.equal(await pageviews(1), 2);
    assert.equal(reports.filter(type => type === 'bad').length, 1);
    const [row] = await database.dialect.all<{ reason: string; body: string }>('SELECT reason, body FROM bad_hit');
    assert.match(row?.reason ?? '', /hex/);
    assert.match(row?.body ?? '', /not hex at all/);
  });

  it('waits while a table is missing, and blames no hit', async () => {
    await fresh();
    const body = [hitOf({ time: at(0) }), hitOf({ time: at(1) })].map(encodeHit).join(',');
    const reports: string[] = [];
    const work = createFoldWork(database, foldOptions({ report: ({ type }) => reports.push(type) }));
    const fold = () => work('spool-a', [{ first: 1, hits: 2, body }]);
    await database.dialect.run('ALTER TABLE hit RENAME TO hidden');
    await assert.rejects(fold, error => database.dialect.fault(error) === 'bare');
    assert.deepEqual(reports, []);
    await database.dialect.run('ALTER TABLE hidden RENAME TO hit');
    await fold();
    assert.deepEqual([reports, await pageviews(1)], [['folded'], 2]);
  });

  it('waits while a table is damaged, and blames no hit', async () => {
    await fresh();
    const body = [hitOf({ time: at(0) }), hitOf({ time: at(1) })].map(encodeHit).join(',');
    const reports: string[] = [];
    const work = createFoldWork(database, foldOptions({ report: ({ type }) => reports.push(type) }));
    await damage(database, place.url, 'hit');
    await assert.rejects(
      work('spool-a', [{ first: 1, hits: 2, body }]),
      error => database.dialect.fault(error) === 'damaged',
    );
    assert.deepEqual(reports, []);
  });

  it('sets aside damaged hits and folds their neighbours, however often they are read', async () => {
    await fresh(2);
    const [first, second, third, fourth] = [0, 1, 2, 3].map(minute =>
      encodeHit(hitOf({ time: at(minute), website: (minute % 2) + 1, values: { page: `/a],[${minute}","\\` } })),
    );
    const damaged = second?.replace('","', '"\ufffd,') ?? '';
    const body = [first, damaged, 'null', third, '["x",1,2]', fourth].join(',');
    const reports: string[] = [];
    const work = createFoldWork(database, foldOptions({ report: ({ type }) => reports.push(type) }));
    for (let time = 0; time < 2; time++) await work('spool-a', [{ first: 1, hits: 6, body }]);
    assert.deepEqual([await pageviews(1), await pageviews(2)], [2, 1]);
    const aside = await database.dialect.all<{ website_id: number; reason: string; body: string }>(
      'SELECT website_id, reason, body FROM bad_hit ORDER BY id',
    );
    assert.deepEqual([...new Set(aside.map(({ website_id }) => website_id))], [0]);
    assert.match(aside[0]?.reason ?? '', /The spool file was damaged; this part of it is not a hit/);
    assert.deepEqual(
      aside.map(row => row.body),
      [`${damaged},null`, '["x",1,2]'],
    );
    assert.ok(reports.includes('bad'));
  });

  it('sets aside hits of a website that the database has never had, once, and drops those of a deleted one', async () => {
    await fresh(3);
    await database.dialect.run('DELETE FROM website WHERE id = 2');
    const bad: number[] = [];
    const work = createFoldWork(
      database,
      foldOptions({ report: event => event.type === 'bad' && bad.push(event.website, event.hits) }),
    );
    const hits = [1, 2, 7, 7, 3].map((website, minute) => encodeHit(hitOf({ website, time: at(minute) })));
    for (let time = 0; time < 2; time++) await work('spool-a', [{ first: 1, hits: 5, body: hits.join(',') }]);
    const aside = await database.dialect.all<{ website_id: number; reason: string; body: string }>(
      'SELECT website_id, reason, body FROM bad_hit ORDER BY id',
    );
    assert.deepEqual(
      aside.map(({ website_id, body }) => [website_id, JSON.parse(body).time]),
      [
        [7, at(2)],
        [7, at(3)],
      ],
    );
    assert.match(aside[0]?.reason ?? '', /^This database has never had a website 7\./);
    assert.deepEqual(bad.slice(0, 2), [7, 2]);
    assert.deepEqual([await pageviews(1), await pageviews(3)], [1, 1]);
  });

  it('counts every hit once, whether or not the batches that it read ahead come next', async () => {
    await fresh(2);
    const work = createFoldWork(database, foldOptions());
    const batch = (first: number, damage = '') => {
      const hits = [0, 1, 2].map(hit => encodeHit(hitOf({ website: (hit % 2) + 1, time: at(first + hit) })));
      return [{ first, hits: 3 + damage.length, body: [...hits, ...damage].join(',') }];
    };
    const [second, fifth] = [batch(4, 'x'), batch(14)];
    await work('spool-a', batch(1), Promise.resolve(second));
    const unreadable = Promise.reject(new Error('The spool is gone.'));
    // The loop of the fold handles it.
    unreadable.catch(() => undefined);
    await work('spool-a', second, unreadable);
    await work('spool-a', batch(8), Promise.resolve([]));
    await work('spool-a', batch(11), Promise.resolve(batch(100)));
    // Twice what was read ahead, as after a commit whose answer was lost.
    for (let time = 0; time < 2; time++) await work('spool-a', fifth, Promise.resolve(fifth));
    assert.deepEqual([await pageviews(1), await pageviews(2)], [10, 5]);
    const aside = await database.dialect.all<{ body: string }>('SELECT body FROM bad_hit');
    assert.deepEqual(
      aside.map(({ body }) => body),
      ['x'],
    );
  });
});
