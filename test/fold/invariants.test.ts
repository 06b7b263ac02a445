import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { STATISTICS, type StatName } from '../../src/domain/statistics.ts';
import { encodeHit, type Hit } from '../../src/domain/stored-hit.ts';
import { rebuild, verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf, spoolOf, startFold } from '../support/hits.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('The fold in every case', open => {
  let place: Place;
  let database: Database;
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(one => one.close())));
  async function fresh(websites = 1): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place, websites);
    opened.push(database);
  }

  async function rows(name: StatName, website = 1): Promise<Record<string, number>> {
    const page = await createStatsLoader(openReading(database)).load({
      website,
      name,
      from: 0,
      to: 40_000,
      search: null,
      sortBy: 'COUNT',
      sort: 'DESC',
      perPage: 100,
      page: 1,
    });
    return Object.fromEntries(page.rows.map(({ value, count }) => [value, count]));
  }
  async function sum(name: StatName, website = 1): Promise<number> {
    return (
      await createStatsLoader(openReading(database)).load({
        website,
        name,
        from: 0,
        to: 40_000,
        search: null,
        sortBy: 'COUNT',
        sort: 'DESC',
        perPage: 10,
        page: 1,
      })
    ).sum;
  }
  /** Returns the visits whose exit page is not that of their latest pageview. */
  async function wrongExits(website: number): Promise<unknown[]> {
    const latest =
      'SELECT h.page FROM hit h WHERE h.website_id = v.website_id AND h.day = v.day AND h.visitor = v.visitor AND h.visit_no = v.no AND h.event IS NULL ORDER BY h.at DESC, h.id DESC LIMIT 1';
    return database.dialect.all(
      `SELECT v.day, v.no FROM visit v WHERE v.website_id = ? AND v.exit_page <> (${latest})`,
      [website],
    );
  }
  const at = (minutes: number) => noon + minutes * MINUTE;

  it('keeps visitors unique when two gateways fold the same website at once', async () => {
    await fresh();
    const spools = await Promise.all([
      spoolOf(database, `${place.dataDir}/one`),
      spoolOf(database, `${place.dataDir}/two`),
    ]);
    const runs = spools.map((spool, index) => startFold(database, spool, `${place.dataDir}/${index ? 'two' : 'one'}`));
    const appended: Promise<void>[] = [];
    for (let index = 0; index < 400; index++) {
      const hit = hitOf({
        time: at(index / 100),
        visitor: (index % 20).toString(16).padStart(16, '0'),
        values: { page: `/${index % 7}`, city: `DE:${index % 20}` },
      });
      appended.push((spools[index % 2] ?? spools[0]).append(encodeHit(hit)));
      if (index % 50 === 0) await Promise.all(runs.map(run => run.drain()));
    }
    await Promise.all(appended);
    await Promise.all(runs.map(run => run.drain()));
    assert.equal(await sum('pageviews'), 400);
    assert.equal(await sum('visitors'), 20);
    assert.deepEqual((await verify(database, 1)).differences, []);
    await Promise.all(runs.map(run => run.stop()));
    await Promise.all(spools.map(spool => spool.remove()));
  });

  it('holds the sums of every statistic, and equals a recount, for random hits in random folds', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(arbitraryHit, { maxLength: 25, size: 'max' }), { minLength: 1, maxLength: 6 }),
        async folds => {
          await fresh(2);
          await foldAll(database, place, folds);
          for (const website of [1, 2]) {
            const verdict = await verify(database, website);
            assert.deepEqual(verdict.differences, []);
            const sums = Object.fromEntries(
              await Promise.all(STATISTICS.map(async ({ name }) => [name, await sum(name, website)] as const)),
            ) as Record<StatName, number>;
            const hits = folds.flat().filter(hit => hit.website === website);
            assert.equal(sums.pageviews, hits.filter(({ kind }) => kind === 'pageview').length);
            assert.equal(sums.event, hits.filter(({ kind }) => kind === 'event').length);
            const people = new Set(
              hits
                .filter(({ kind, visitor }) => kind === 'pageview' && visitor !== '')
                .map(({ day, visitor }) => `${day}:${visitor}`),
            );
            assert.equal(sums.visitors, people.size);
            for (const name of ['page', 'host', 'pageviews_hours'] as const)
              assert.equal(sums[name], sums.pageviews, name);
            for (const name of [
              'visitors_hours',
              'browser',
              'browser_version',
              'os',
              'os_version',
              'region',
              'device',
              'country',
              'continent',
              'city',
              'language',
              'resolution',
            ] as const)
              assert.equal(sums[name], sums.visitors, name);
            for (const name of ['exit_page', 'referrer', 'source', 'channel'] as const)
              assert.equal(sums[name], sums.landing_page, name);
            assert.deepEqual(await wrongExits(website), []);
            assert.ok(sums.referrer >= sums.visitors);
          }
          await database.close();
          opened.pop();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 4), endOnFailure: true },
    );
  });

  it('limits how large one visitor can make a visit, so that everything they send can be stored', async () => {
    await fresh();
    const engaged = Array.from({ length: 100 }, (__, index) =>
      hitOf({ time: at(1) + index, kind: 'engagement', seconds: 86_400 }),
    );
    await foldAll(database, place, [[hitOf({ time: at(0) }), ...engaged.slice(0, 50)], engaged.slice(50)]);
    const visit = 'SELECT pageviews, events, seconds, engaged FROM visit';
    // A minute more than since the visit began.
    assert.deepEqual(await database.dialect.all(visit), [{ pageviews: 1, events: 0, seconds: 120, engaged: 120 }]);

    const most = 8_388_607;
    await database.dialect.run('UPDATE visit SET pageviews = ?, events = ?', [most - 1, most - 1]);
    await rebuild(database, 1);
    const more = [2, 3, 4].flatMap(minute => [
      hitOf({ time: at(minute) }),
      hitOf({ time: at(minute), kind: 'event', values: { event: 'Go' } }),
    ]);
    await foldAll(database, place, [more.slice(0, 3), more.slice(3)]);
    const grown = { pageviews: most, events: most, seconds: 240, engaged: 120 };
    assert.deepEqual(await database.dialect.all(visit), [grown]);
    assert.equal(await sum('pageviews'), 4);
    assert.equal(await sum('event'), 3);
    assert.deepEqual(await database.dialect.all('SELECT reason FROM bad_hit'), []);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('limits how many visits one visitor can begin in a day by changing sources', async () => {
    await fresh();
    const hits = Array.from({ length: 1_100 }, (_, index) =>
      hitOf({ time: at(0) + index, values: { referrer: `r${index}.example` } }),
    );
    await foldAll(database, place, [hits.slice(0, 600), hits.slice(600)]);
    assert.equal(await sum('pageviews'), 1_100);
    assert.deepEqual(await database.dialect.all('SELECT COUNT(*) AS visits, SUM(pageviews) AS pageviews FROM visit'), [
      { visits: 1_000, pageviews: 1_100 },
    ]);
    // A visit still begins half an hour later.
    await foldAll(database, place, [[hitOf({ time: at(40) })]]);
    assert.deepEqual(await database.dialect.all('SELECT COUNT(*) AS visits FROM visit'), [{ visits: 1_001 }]);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('verify finds a rollup that is off by one, and rebuild corrects it', async () => {
    await fresh();
    await foldAll(database, place, [
      [hitOf({ time: at(0), values: { country: 'DE:Germany' } }), hitOf({ time: at(1) })],
    ]);
    assert.deepEqual((await verify(database, 1)).differences, []);
    await database.dialect.run('UPDATE rollup_day SET visitors = visitors + 1 WHERE name = 8');
    const { differences } = await verify(database, 1);
    assert.deepEqual(
      differences.map(({ period }) => period),
      ['day'],
    );
    await rebuild(database, 1);
    assert.deepEqual((await verify(database, 1)).differences, []);
    assert.deepEqual(await rows('country'), { 'DE:Germany': 1 });
  });
});

/** Few visitors, days and values, so that random hits often share them. */
const arbitraryHit: fc.Arbitrary<Hit> = fc
  .record({
    website: fc.integer({ min: 1, max: 2 }),
    minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    visitor: fc.constantFrom('', '00000000000000aa', '00000000000000bb', '00000000000000cc'),
    kind: fc.constantFrom(
      'pageview' as const,
      'pageview' as const,
      'pageview' as const,
      'event' as const,
      'engagement' as const,
    ),
    page: fc.constantFrom('/', '/a', '/A', '/b?x=1'),
    referrer: fc.constantFrom('', '', '', 'x.example', 'y.example'),
    campaign: fc.constantFrom('', '', '', 'sale'),
    country: fc.constantFrom('', 'DE:Germany', 'FR:France'),
    browser: fc.constantFrom('', 'Chrome', 'Firefox'),
    host: fc.constantFrom('', 'a.example', 'b.example'),
    region: fc.constantFrom('', 'DE:Bavaria', 'DE:Berlin'),
    amount: fc.constantFrom(null, '1.5', '-0.25'),
    seconds: fc.integer({ min: 0, max: 300 }),
    properties: fc.constantFrom([], [], ['plan', 'pro'], ['plan', 'free', 'n', '7']),
    depth: fc.constantFrom(null, 0, 40, 100),
    interactive: fc.boolean(),
  })
  .map(({ website, minutes, visitor, kind, amount, seconds, properties, depth, interactive, ...values }) =>
    hitOf({
      website,
      time: Date.parse('2026-02-27T22:00:00Z') + minutes * MINUTE,
      visitor,
      kind,
      amount: kind === 'event' ? amount : null,
      unit: kind === 'event' && amount ? 'EUR' : '',
      seconds: kind === 'engagement' ? seconds : 0,
      properties: kind === 'engagement' ? [] : properties,
      depth: kind === 'engagement' ? depth : null,
      interactive: kind !== 'event' || interactive,
      values: { ...values, ...(kind === 'event' ? { event: `E${values.page}` } : {}) },
    }),
  );
