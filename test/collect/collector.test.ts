import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { Collector } from '../../src/collect/collector.ts';
import { parseBatchHit } from '../../src/collect/parse.ts';
import { openPlaces } from '../../src/collect/place.ts';
import type { RawHit } from '../../src/collect/raw-hit.ts';
import { KnownWebsites } from '../../src/websites/known.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, spoolOf } from '../support/hits.ts';

const HOUR = 3_600_000;
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
    return { collector, spool };
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
});
