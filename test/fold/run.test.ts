import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Database } from '../../src/db/open.ts';
import { createSpool } from '../../src/db/spool.ts';
import { listSpools } from '../../src/db/spool-lock.ts';
import { encodeHit } from '../../src/domain/hit.ts';
import { putAway } from '../../src/fold/run.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, hitOf, startFold } from '../support/hits.ts';

eachDatabase('The fold of a process', (_, open) => {
  let place: Place;
  let database: Database;
  let folder: string;
  const opened: Database[] = [];
  after(() => Promise.all(opened.map(one => one.close())));
  async function fresh(websites = 1): Promise<void> {
    place = await open();
    folder = `${place.dataDir}/spool`;
    database = await databaseWithWebsites(place, websites);
    opened.push(database);
  }
  const checkpoints = () => database.dialect.all('SELECT website_id, position FROM checkpoint ORDER BY website_id');

  it('takes the checkpoints of a spool away with its files, when it is put away and when it was adopted', async () => {
    await fresh(2);
    const first = await createSpool(folder);
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

    const second = await createSpool(folder);
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
});
