import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { Collector } from '../../src/collect/collector.ts';
import { parseBatchHit } from '../../src/collect/parse.ts';
import { openPlaces } from '../../src/collect/place.ts';
import type { RawHit } from '../../src/collect/raw-hit.ts';
import { decodeHits, encodeHit } from '../../src/domain/stored-hit.ts';
import { textOf } from '../../src/spool/spool-file.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { KnownWebsites } from '../../src/websites/known.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, hitOf, spoolOf, startFold } from '../support/hits.ts';

const HOUR = 3_600_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const NOON = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('The collector of a process', open => {
  async function openCollector(now: () => number) {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const spool = await spoolOf(database, `${place.dataDir}/spool`);
    const websites = new KnownWebsites(database, { every: HOUR, report: error => assert.fail(String(error)) });
    onTestFinished(async () => {
      await websites.stop();
      await spool.remove();
      await database.close();
    });
    await websites.refresh();
    const places = openPlaces({ path: null, warn: assert.fail });
    const collector = new Collector({ database, spool, websites, places, rateLimit: 100, now });
    return { collector, spool, database, folder: `${place.dataDir}/spool` };
  }

  it('accepts a batch even if the salt of its first hit is forgotten while the salt of the second is loaded', async () => {
    let clock = NOON;
    const { collector, spool } = await openCollector(() => clock);
    const hit = (time: string) =>
      parseBatchHit({ page: 'https://site-1.example/', time, ip: '9.9.9.9' }, clock) as RawHit;

    await collector.collect([hit('2026-03-01T10:00:00Z')], 1);
    clock += 6 * HOUR;
    const collecting = collector.collect([hit('2026-03-01T10:00:00Z'), hit('2026-03-02T10:00:00Z')], 1);
    clock += 1;
    assert.deepEqual(await collecting, [{ status: 'accepted' }, { status: 'accepted' }]);
    assert.equal(spool.pending(), 3);
  });

  it('returns `duplicate` for a repeated id in the same batch, once a hit with that id counts', async () => {
    const { collector, spool } = await openCollector(() => NOON);
    const hit = (id: string, page = 'https://site-1.example/') => parseBatchHit({ page, id }, NOON) as RawHit;
    const batch = [
      hit('x'),
      hit('x'),
      hit('y', 'https://unknown.example/'),
      hit('y'),
      hit('z', 'no address'),
      hit('z'),
      hit('z'),
      hit(''),
      hit(''),
    ];
    const outcomes = (await collector.collect(batch, 1)).map(outcome =>
      outcome.status === 'dropped' ? outcome.reason : outcome.status,
    );
    assert.deepEqual(outcomes, [
      'accepted',
      'duplicate',
      'unknown_website',
      'accepted',
      'rejected',
      'accepted',
      'duplicate',
      'accepted',
      'accepted',
    ]);
    assert.equal(spool.pending(), 5);
    assert.deepEqual(await collector.collect([hit('y')], 1), [{ status: 'dropped', reason: 'duplicate' }]);
  });

  it('tells the fold the networks of public hits without their addresses, so that one cannot fill a day', async () => {
    const { collector, spool, database, folder } = await openCollector(() => NOON);
    const view = (page: string, address: string): RawHit => ({
      ...(parseBatchHit({ page: `https://site-1.example${page}`, user_agent: AGENT }, NOON) as RawHit),
      source: 'page',
      address,
    });
    const ofOne = Array.from({ length: 20 }, (_, at) => view(`/flood-${at}`, `203.0.113.${at}`));
    const ofMany = Array.from({ length: 20 }, (_, at) => view(`/own-${at}`, `198.${at}.100.7`));
    await collector.collect([...ofOne, ...ofMany]);
    const [batch] = await spool.read(0, 1_000);
    const networks = decodeHits(textOf(batch!)).map(({ network }) => network);
    assert.equal(new Set(networks.slice(0, 20)).size, 1);
    // Two of them can have the same number, but hardly so many.
    assert.ok(new Set(networks.slice(20)).size > 10);
    assert.ok(networks.every(network => network !== null && network >= 0 && network < 256));
    assert.doesNotMatch(textOf(batch!), /203\.0|198\.\d/);

    const fold = startFold(database, spool, folder, { maxNewValues: 40 }, HOUR);
    await fold.drain();
    await fold.stop();
    const day = Math.floor(NOON / 86_400_000);
    const { rows } = await createStatsLoader(openReading(database)).load({
      ...{ website: 1, name: 'page', from: day, to: day, search: null, perPage: 100, page: 1 },
      ...{ sortBy: 'COUNT', sort: 'DESC' },
    });
    const counts = (beginning: string) => rows.filter(({ value }) => value.startsWith(beginning)).length;
    assert.equal(counts('/flood'), 2);
    assert.ok(counts('/own') > 10);
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      40,
    );
  });

  it('spools hits that say nothing of a network as an earlier release did', () => {
    const hit = hitOf({ id: 'x', depth: 50, interactive: false });
    assert.deepEqual(decodeHits(encodeHit(hit)), [hit]);
    assert.doesNotMatch(encodeHit(hit), /false,/);
    assert.deepEqual(decodeHits(encodeHit({ ...hit, network: 7 })), [{ ...hit, network: 7 }]);
    assert.deepEqual(decodeHits(encodeHit(hitOf({ network: 0 }))), [hitOf({ network: 0 })]);
  });
});
