import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCollector } from '../../src/collect/collector.ts';
import { parseBatchHit } from '../../src/collect/parse.ts';
import { openPlaces } from '../../src/collect/place.ts';
import type { RawHit } from '../../src/collect/raw-hit.ts';
import { createSpool } from '../../src/db/spool.ts';
import { openKnownWebsites } from '../../src/websites/known.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

const HOUR = 3_600_000;

eachDatabase('The collector of a process', (_, open) => {
  it('takes a batch although the salt of its first hit is forgotten while that of the second is loaded', async t => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const spool = await createSpool(`${place.dataDir}/spool`);
    const websites = openKnownWebsites(database, { every: HOUR, report: error => assert.fail(String(error)) });
    t.after(async () => {
      await websites.stop();
      await spool.remove();
      await database.close();
    });
    await websites.refresh();
    let clock = Date.parse('2026-03-10T12:00:00Z');
    const places = openPlaces({ path: null, warn: assert.fail });
    const collector = createCollector({ database, spool, websites, places, rateLimit: 100, now: () => clock });
    const hit = (time: string) =>
      parseBatchHit({ page: 'https://site-1.example/', time, ip: '9.9.9.9' }, clock) as RawHit;

    await collector.collect([hit('2026-03-01T10:00:00Z')], 1);
    clock += 6 * HOUR;
    const collecting = collector.collect([hit('2026-03-01T10:00:00Z'), hit('2026-03-02T10:00:00Z')], 1);
    clock += 1;
    assert.deepEqual(await collecting, [{ status: 'accepted' }, { status: 'accepted' }]);
    assert.equal(spool.pending(), 3);
  });
});
