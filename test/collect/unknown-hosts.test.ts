import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { UnknownHosts } from '../../src/collect/unknown-hosts.ts';
import { MOST_HOSTS, readUnknownHosts } from '../../src/db/unknown-hosts.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

const DAY = 86_400_000;
const TODAY = 20_000;

eachDatabase('The hosts without a website', open => {
  it('are counted by day, and add up over flushes', async () => {
    const database = await databaseWithWebsites(await open());
    onTestFinished(() => database.close());
    let now = TODAY * DAY;
    const hosts = new UnknownHosts(database, () => now);
    for (const host of ['a.example', 'b.example', 'a.example', '[::1]', 'a_b', 'x'.repeat(300)]) hosts.count(host);
    await hosts.flush();
    await hosts.flush();
    hosts.count('b.example');
    now += DAY;
    hosts.count('a.example');
    await hosts.flush();
    assert.deepEqual(await readUnknownHosts(database.dialect, TODAY), [
      { host: 'a.example', hits: 3, lastDay: TODAY + 1 },
      { host: 'b.example', hits: 2, lastDay: TODAY + 1 },
    ]);
    assert.deepEqual(await readUnknownHosts(database.dialect, TODAY + 2), []);
  });

  it('are few in memory and in the database, however many send hits, and the frequent ones are among them', async () => {
    const database = await databaseWithWebsites(await open());
    onTestFinished(() => database.close());
    const hosts = new UnknownHosts(database, () => TODAY * DAY);
    for (let flush = 0; flush < 3; flush++) {
      for (let hit = 0; hit < 20_000; hit++) hosts.count(hit % 50 === 0 ? 'often.example' : `h${flush}-${hit}.example`);
      await hosts.flush();
    }
    const kept = await readUnknownHosts(database.dialect, TODAY);
    assert.ok(kept.length <= MOST_HOSTS);
    assert.equal(kept[0]?.host, 'often.example');
    assert.ok(Number(kept[0]?.hits) <= 1_200);
    assert.ok(Number(kept[0]?.hits) > 1_000);
  });

  it('are kept for the next flush while the database is unavailable', async () => {
    const database = await databaseWithWebsites(await open());
    onTestFinished(() => database.close());
    const hosts = new UnknownHosts(database, () => TODAY * DAY);
    hosts.count('a.example');
    await database.dialect.run('ALTER TABLE unknown_host RENAME TO away');
    await hosts.flush();
    hosts.count('a.example');
    await database.dialect.run('ALTER TABLE away RENAME TO unknown_host');
    await hosts.flush();
    assert.equal((await readUnknownHosts(database.dialect, TODAY))[0]?.hits, 2);
  });
});
