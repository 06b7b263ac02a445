import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/open.ts';
import { createLog } from '../../src/log.ts';
import { Gateway } from '../../src/service/gateway.ts';
import { DESKTOP } from '../support/dashboard.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const DAY = 86_400_000;

eachDatabase('A gateway whose clock is ahead', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('says so, collects, and removes nothing', async () => {
    const place = await open();
    const env = { RETENTION_DAYS: '10' };
    const before = await startTestGateway(place, env);
    // The jobs note the time of an embedded database.
    await before.load();
    await before.stop();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    const now = Date.now();
    await foldAll(database, place, [[hitOf({ time: now }), hitOf({ time: now - 5 * DAY })]]);
    const count = async (table: string) => (await database.dialect.all(`SELECT 1 FROM ${table}`)).length;
    const counts = [await count('job_run'), await count('hit'), await count('visit')];
    const salts = await database.dialect.all('SELECT day, salt FROM salt ORDER BY day');

    const lines: string[] = [];
    const log = createLog('info', { write: line => void lines.push(line) });
    const config = readConfig({ PORT: '0', DATABASE_URL: place.url, DATA_DIR: place.dataDir, ...env });
    const gateway = await Gateway.start(config, log, () => Date.now() + 35 * DAY);
    try {
      await gateway.ready;
      const text = "The clock of this machine is 840 hours ahead of the database's";
      // Jobs are looked at as soon as the gateway runs, and this is the only thing that comes of it.
      while (!lines.some(line => line.includes(text))) await new Promise(resolve => setTimeout(resolve, 20));
      const response = await fetch(`http://127.0.0.1:${gateway.port}/readyz`);
      const { reason, checks } = (await response.json()) as { reason: string; checks: Record<string, boolean> };
      assert.equal(response.status, 503);
      assert.match(reason, /840 hours ahead of the database's; no background work runs until it is corrected\.$/);
      const wrong = Object.entries(checks).filter(([, right]) => !right);
      assert.deepEqual(wrong, [['clock', false]]);
      const headers = { 'User-Agent': DESKTOP };
      const body = JSON.stringify({ page: 'https://site-1.example/' });
      const hit = await fetch(`http://127.0.0.1:${gateway.port}/api/event`, { method: 'POST', headers, body });
      assert.deepEqual([hit.status, hit.headers.get('x-footfall-dropped')], [202, null]);
      await gateway.drain();
      assert.deepEqual([await count('job_run'), (await count('hit')) - 1, (await count('visit')) - 1], counts);
      const [state] = await database.dialect.all<{ day: number }>('SELECT open_day AS day FROM website_fold');
      assert.ok(Number(state?.day) <= Math.floor(Date.now() / DAY) + 1);
    } finally {
      await gateway.stop();
    }
    const days = salts.map(({ day }) => Number(day)).join();
    assert.deepEqual(
      await database.dialect.all(`SELECT day, salt FROM salt WHERE day IN (${days}) ORDER BY day`),
      salts,
    );
  });
});
