import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { up } from '../../src/db/migrations/0012-kept-from.ts';
import type { Database } from '../../src/db/open.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-03-10T12:00:00Z');
const daily = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_unused, index) => hitOf({ time: now - (from - index) * DAY }));

eachDatabase('A recount', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let database: Database;
  async function fresh(): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place);
    opened.push(database);
  }
  const purge = (days: number) => removeOldHits(database, { days, now, signal: new AbortController().signal });
  async function keeps(pageviews: number): Promise<void> {
    assert.deepEqual((await verify(database, 1)).differences, []);
    await rebuild(database, 1);
    assert.deepEqual((await verify(database, 1)).differences, []);
    const [row] = await database.dialect.all<{ sum: number }>(
      'SELECT SUM(pageviews) AS sum FROM rollup_day WHERE name = 1',
    );
    assert.equal(row?.sum, pageviews);
    const [months] = await database.dialect.all<{ sum: number }>(
      'SELECT SUM(pageviews) AS sum FROM rollup_month WHERE name = 1',
    );
    assert.equal(months?.sum, pageviews);
  }

  it('does not reach behind a purge, and still corrects what follows it', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await purge(5);
    await keeps(51);
    await database.dialect.run('UPDATE rollup_day SET pageviews = 7 WHERE name = 1 AND day = ?', [
      Math.floor(now / DAY) - 5,
    ]);
    assert.equal((await verify(database, 1)).differences.length, 2);
    await rebuild(database, 1);
    await keeps(51);
  });

  it('does not reach behind hits that were too old to be stored', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)], { retentionDays: 5, now: () => now });
    await keeps(51);
  });

  it('keeps what was counted when hits for purged days come in with a longer retention', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await purge(5);
    await foldAll(database, place, [daily(50, 20)]);
    await keeps(82);
  });

  it('does not reach behind a purge of an earlier release', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await purge(5);
    await database.dialect.run('UPDATE website_fold SET kept_from = 0');
    await up(database.dialect);
    await up(database.dialect);
    await keeps(51);
    await database.dialect.run('UPDATE website_fold SET kept_from = 0');
    await database.dialect.run('DELETE FROM hit');
    await database.dialect.run('DELETE FROM visit');
    await up(database.dialect);
    await keeps(51);
  });

  it('covers every day of a website whose hits an earlier release kept', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await up(database.dialect);
    await database.dialect.run('UPDATE rollup_day SET pageviews = 7 WHERE name = 1 AND day = ?', [
      Math.floor(now / DAY) - 50,
    ]);
    assert.equal((await verify(database, 1)).differences.length, 2);
  });
});
