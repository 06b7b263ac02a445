import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { valueHash } from '../../src/db/rollups/values.ts';
import type { StatName } from '../../src/domain/statistics.ts';
import { decodeHits, encodeHit, type Hit, type HitSource } from '../../src/domain/stored-hit.ts';
import { foldHits } from '../../src/fold/fold.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { verify } from '../../src/fold/verify.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import {
  databaseWithWebsites,
  foldAll,
  foldOptions,
  type HitParts,
  hitOf,
  spoolOf,
  startFold,
} from '../support/hits.ts';

const MINUTE = 60_000;
const noon = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('The fold', open => {
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
  const at = (minutes: number) => noon + minutes * MINUTE;

  it('counts a visitor once a day, and every pageview', async () => {
    await fresh();
    await foldAll(database, place, [
      [hitOf({ time: at(0) }), hitOf({ time: at(1), values: { page: '/b' } })],
      [hitOf({ time: at(2) })],
    ]);
    assert.deepEqual(await rows('pageviews'), { '2026-03-10': 3 });
    assert.deepEqual(await rows('visitors'), { '2026-03-10': 1 });
    assert.deepEqual(await rows('page'), { '/': 2, '/b': 1 });
    assert.deepEqual(await rows('landing_page'), { '/': 1 });
  });

  it('begins a new visit after more than 30 idle minutes, not after exactly 30', async () => {
    await fresh();
    await foldAll(database, place, [[hitOf({ time: at(0) })], [hitOf({ time: at(30) })]]);
    assert.equal(await sum('referrer'), 1);
    await foldAll(database, place, [[hitOf({ time: at(60) + 1 })]]);
    assert.equal(await sum('referrer'), 2);
  });

  it('begins a new visit when another external referrer or campaign arrives', async () => {
    await fresh();
    const from = (minute: number, referrer: string, campaign = '') =>
      hitOf({ time: at(minute), values: { referrer, campaign } });
    await foldAll(database, place, [
      [from(0, 'a.example'), from(1, ''), from(2, 'a.example')],
      [from(3, 'b.example'), from(4, '', 'sale'), from(5, '', 'sale')],
    ]);
    assert.deepEqual(await rows('referrer'), { '': 1, 'a.example': 1, 'b.example': 1 });
    assert.deepEqual(await rows('campaign'), { sale: 1 });
    assert.equal(await sum('visitors'), 1);
  });

  it('adds a late pageview to the visit that begins soon after it, and otherwise begins a new visit', async () => {
    await fresh();
    await foldAll(database, place, [[hitOf({ time: at(0) })], [hitOf({ time: at(-20), values: { page: '/late' } })]]);
    assert.deepEqual(await rows('landing_page'), { '/': 1 });
    await foldAll(database, place, [[hitOf({ time: at(-60), values: { page: '/earlier' } })]]);
    assert.deepEqual(await rows('landing_page'), { '/': 1, '/earlier': 1 });
    assert.equal(await sum('visitors'), 1);
  });

  it('moves a visit to its latest page, whatever order its hits arrive in', async () => {
    await fresh();
    const view = (minute: number, page: string, visitor = '00000000000000aa') =>
      hitOf({ time: at(minute), visitor, values: { page } });
    const event = hitOf({ time: at(20), kind: 'event', values: { event: 'Go' } });
    await foldAll(database, place, [[view(0, '/'), view(1, '/a')], [view(10, '/b')], [event]]);
    // Later than the last pageview, but earlier than the event.
    await foldAll(database, place, [[view(15, '/c')]]);
    assert.deepEqual(await rows('exit_page'), { '/c': 1 });
    await foldAll(database, place, [[view(12, '/late')], [view(15, '/same'), view(14, '/late')]]);
    assert.deepEqual(await rows('exit_page'), { '/same': 1 });
    // A second visit that ends on the same page does not make a second visitor of it, nor does leaving it take one away.
    await foldAll(database, place, [[view(60, '/same')], [view(60, '/same', '00000000000000bb')], [view(61, '/end')]]);
    assert.deepEqual(await rows('exit_page'), { '/same': 2, '/end': 1 });
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('counts events only as events, sums their amounts exactly by unit, and extends visits by them', async () => {
    await fresh();
    const event = (minute: number, amount: string | null, unit = '') =>
      hitOf({ time: at(minute), kind: 'event', values: { event: 'Purchase' }, amount, unit });
    await foldAll(database, place, [
      [hitOf({ time: at(0) }), event(25, '0.1', 'EUR'), event(26, '0.2', 'EUR'), event(27, null)],
      [hitOf({ time: at(50) }), event(51, '5', 'USD')],
    ]);
    assert.deepEqual(await rows('event'), { Purchase: 4 });
    assert.equal(await sum('pageviews'), 2);
    assert.equal(await sum('landing_page'), 1);
    const amounts = await database.dialect.all<{ amount: string; unit: string }>(
      `SELECT a.amount, v.value AS unit FROM rollup_amount a JOIN stat_value v ON v.website_id = a.website_id AND v.id = a.unit_id ORDER BY v.value`,
    );
    assert.deepEqual(
      amounts.map(({ amount, unit }) => [unit, amount]),
      [
        ['EUR', '0.3'],
        ['USD', '5'],
      ],
    );
  });

  it('counts a lone event as neither a visitor nor a visit', async () => {
    await fresh();
    await foldAll(database, place, [[hitOf({ kind: 'event', values: { event: 'Ping' } })]]);
    assert.equal(await sum('visitors'), 0);
    assert.equal(await sum('referrer'), 0);
    assert.equal(await sum('event'), 1);
  });

  it('counts only the pageview of an unidentified visitor', async () => {
    await fresh();
    await foldAll(database, place, [[hitOf({ visitor: '' })]]);
    assert.equal(await sum('pageviews'), 1);
    assert.equal(await sum('page'), 1);
    for (const name of ['visitors', 'country', 'landing_page', 'referrer'] as const)
      assert.equal(await sum(name), 0, name);
  });

  it('keeps values apart that differ only in their bytes', async () => {
    await fresh();
    const names = [
      '/a',
      '/A',
      '/á',
      '/a ',
      '/a%20',
      '🙂',
      '🙃',
      'Sale',
      'Sale ',
      '\u{1F600}x',
      '/ß',
      '/ss',
      "'; DROP TABLE hit; --",
      '\\',
      '%',
      '_',
    ];
    await foldAll(database, place, [names.map((page, index) => hitOf({ time: at(index), values: { page } }))]);
    assert.deepEqual(await rows('page'), Object.fromEntries(names.map(name => [name, 1])));
  });

  it('folds the same hits twice without counting them twice', async () => {
    await fresh();
    const hits = [1, 2, 3, 4].map(minute => hitOf({ time: at(minute) }));
    const fold = (some: Hit[]) => foldHits(database, 1, 'spool-a', TextTable.of(some), foldOptions());
    for (const some of [hits.slice(0, 3), hits.slice(0, 3), hits]) await fold(some);
    assert.equal(await sum('pageviews'), 4);
  });

  it('counts a client id once, in one fold or in several, and records duplicates in the ledger', async () => {
    await fresh();
    await foldAll(database, place, [
      [hitOf({ id: 'x', time: at(0) }), hitOf({ id: 'x', time: at(1) })],
      [hitOf({ id: 'x', time: at(2) }), hitOf({ id: 'y', time: at(3) })],
    ]);
    assert.equal(await sum('pageviews'), 2);
    const [dropped] = await database.dialect.all<{ hits: number }>(
      `SELECT hits FROM dropped WHERE website_id = 1 AND reason = 'duplicate'`,
    );
    assert.equal(dropped?.hits, 2);
  });

  it('counts a client id once for each kind of sender, also if a release that knew no senders stored or spooled it', async () => {
    await fresh();
    await database.dialect.run(
      `INSERT INTO hit_id (website_id, id_hash, seen_day) VALUES (1, x'${valueHash('old')}', 0)`,
    );
    const [spooled] = decodeHits(encodeHit({ ...hitOf({ id: 'spooled' }), source: null }));
    assert.equal(spooled?.source, null);
    const from = (source: HitSource, id: string, more: HitParts = {}) => hitOf({ source, id, ...more });
    await foldAll(database, place, [
      [from('page', 'x'), from('server', 'x'), from('page', 'old'), from('server', 'old'), hitOf({ id: 'spooled' })],
      [spooled as Hit, from('server', 'x'), from('page', 'spooled'), from('server', 'spooled')],
      [from('page', 'y', { kind: 'engagement', seconds: 1 }), from('page', 'y'), from('page', 'y')],
    ]);
    assert.equal(await sum('pageviews'), 5);
  });

  it('counts further new values under (other) once a day has seen too many', async () => {
    await fresh();
    const pages = Array.from({ length: 30 }, (_, index) => hitOf({ time: at(index), values: { page: `/p${index}` } }));
    await foldAll(database, place, [pages.slice(0, 20), pages.slice(20), pages.slice(0, 5)], { maxNewValues: 25 });
    const counted = await rows('page');
    assert.equal(counted['(other)'], 5);
    assert.equal(counted['/p0'], 2);
    assert.equal(await sum('page'), 35);
  });

  it('folds the hits that a dead process left behind', async () => {
    await fresh();
    const left = await spoolOf(database, `${place.dataDir}/spool`);
    await left.append(encodeHit(hitOf({})));
    await left.close();
    const mine = await spoolOf(database, `${place.dataDir}/spool`);
    const run = startFold(database, mine, `${place.dataDir}/spool`);
    await run.drain();
    assert.equal(await sum('pageviews'), 1);
    await run.stop();
    await mine.remove();
  });
});
