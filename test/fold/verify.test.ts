import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { up } from '../../src/db/migrations/0012-kept-from.ts';
import type { Database } from '../../src/db/open.ts';
import { firstDayOfMonth, lastDayOfMonth, monthNumber } from '../../src/domain/calendar.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, type HitParts, hitOf } from '../support/hits.ts';

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
  }

  it('does not reach behind a purge, and still corrects what follows it', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await purge(5);
    await keeps(51);
    await database.dialect.run('UPDATE rollup_day SET pageviews = 7 WHERE name = 1 AND day = ?', [
      Math.floor(now / DAY) - 5,
    ]);
    assert.equal((await verify(database, 1)).differences.length, 1);
    await rebuild(database, 1);
    await keeps(51);
  });

  it('finds a packed month that differs from its days, also behind a purge, and rebuild has it packed anew', async () => {
    await fresh();
    await foldAll(database, place, [daily(80, 0)]);
    await purge(5);
    await packWebsite(database, 1);
    await keeps(81);
    await packWebsite(database, 1);
    const month = monthNumber(Math.floor(now / DAY)) - 1;
    const { dialect } = database;
    const [other] = await dialect.all<{ body: Buffer }>('SELECT body FROM rollup_block WHERE name = 3 AND period = 0');
    await dialect.run('UPDATE rollup_block SET body = ? WHERE name = 3 AND period = 1 AND at = ?', [
      other?.body as Buffer,
      month,
    ]);
    const verdict = await verify(database, 1);
    assert.deepEqual(verdict.differences, []);
    assert.deepEqual(verdict.damaged, [{ from: firstDayOfMonth(month), to: lastDayOfMonth(month) }]);
    await keeps(81);
    await packWebsite(database, 1);
    const ofMonth = `name = 3 AND day BETWEEN ${firstDayOfMonth(month)} AND ${lastDayOfMonth(month)}`;
    await dialect.run(`UPDATE rollup_day SET pageviews = pageviews + 1 WHERE ${ofMonth}`);
    const { differences } = await verify(database, 1);
    assert.deepEqual(
      differences.filter(({ period }) => period === 'month').map(({ stored }) => [stored?.rollup, stored?.at]),
      [[3, month]],
    );
    await dialect.run(`UPDATE rollup_day SET pageviews = pageviews - 1 WHERE ${ofMonth}`);
    await rebuild(database, 1);
    await packWebsite(database, 1);
    await keeps(81);
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

  it('counts hits that belong to no visit, however many a day has', async () => {
    await fresh();
    const nobody = (minutes: number, parts: Partial<HitParts> = {}) =>
      hitOf({ time: now - DAY + minutes * 60_000, visitor: '', values: { page: `/${minutes % 3}` }, ...parts });
    const early = nobody(5, { visitor: '00000000000000bb', kind: 'event', values: { event: 'Go' } });
    await foldAll(database, place, [[...Array.from({ length: 40 }, (_, at) => nobody(at)), early]]);
    await foldAll(database, place, [
      [hitOf({ time: now }), nobody(DAY / 60_000, { kind: 'event', values: { event: 'Go' } })],
    ]);
    await keeps(41);
    await database.dialect.run('DELETE FROM hit WHERE visit_no = 0 AND event IS NOT NULL AND day < ?', [
      Math.floor(now / DAY),
    ]);
    const { differences } = await verify(database, 1);
    const ofDays = differences.filter(({ period }) => period === 'day');
    assert.deepEqual(
      ofDays.map(({ stored, counted }) => [stored?.events, counted?.events ?? 0]),
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    );
  });

  it('finds a visit with a damaged number, and still writes what it counts', async () => {
    for (const [column, number] of [
      ['seconds', -5],
      ['pageviews', -1],
      ['hour', -1],
      ['hour', 99],
      ['country', -3],
    ] as const) {
      await fresh();
      await foldAll(database, place, [[...daily(3, 0), hitOf({ time: now + 60_000 })]]);
      await database.dialect.run(`UPDATE visit SET ${column} = ${number} WHERE day = ${Math.floor(now / DAY)}`);
      assert.notEqual((await verify(database, 1)).differences.length, 0, `${column} ${number}`);
      await rebuild(database, 1);
      assert.deepEqual((await verify(database, 1)).differences, [], `${column} ${number}, rebuilt`);
    }
  });

  it('covers every day of a website whose hits an earlier release kept', async () => {
    await fresh();
    await foldAll(database, place, [daily(50, 0)]);
    await up(database.dialect);
    await database.dialect.run('UPDATE rollup_day SET pageviews = 7 WHERE name = 1 AND day = ?', [
      Math.floor(now / DAY) - 50,
    ]);
    assert.equal((await verify(database, 1)).differences.length, 1);
  });
});
