import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/db/migrate.ts';
import { migrations } from '../src/db/migrations/all.ts';
import { openDatabase } from '../src/db/open.ts';
import { startGateway } from '../src/gateway.ts';
import { createLog } from '../src/log.ts';
import { eachDatabase } from './support/databases.ts';

eachDatabase('A service whose database cannot be upgraded', (_, open) => {
  const cases = [
    {
      what: 'which does not take changes',
      spoil: 'CREATE VIEW upgrade_check AS SELECT 1 AS id',
      mend: 'DROP VIEW upgrade_check',
      reason: /not upgraded, and nothing in it was changed; the log says what to do/,
      logged: /rights to CREATE, ALTER, INDEX and DROP/,
    },
    {
      what: 'which holds half of a backup',
      spoil: `INSERT INTO setting (name, value) VALUES ('restoring', '{"path":"/x.gz","tables":[]}')`,
      mend: "DELETE FROM setting WHERE name = 'restoring'",
      reason: /restore did not end/,
      logged: /a part of the backup \/x\.gz/,
    },
  ];
  for (const { what, spoil, mend, reason, logged } of cases) {
    it(`${what}, comes up, says why it is not ready, and goes on by itself once that is mended`, async () => {
      const place = await open();
      const database = openDatabase(place.url);
      await migrate(database.dialect, migrations.slice(0, -1));
      await database.dialect.run(
        "INSERT INTO website (id, account_id, domain, privacy, email, exclude_bots, honor_gpc, timezone, created_at, updated_at) VALUES (1, 1, 'site.example', 1, 0, 0, 0, 'UTC', 0, 0)",
      );
      await database.dialect.run(spoil);
      const lines: string[] = [];
      const log = createLog('info', { write: line => void lines.push(line) });
      const config = readConfig({ PORT: '0', DATABASE_URL: place.url, DATA_DIR: place.dataDir });
      const gateway = await startGateway(config, log);
      try {
        const url = `http://127.0.0.1:${gateway.port}`;
        const wait = () => new Promise(resolve => setTimeout(resolve, 50));
        while (!lines.some(line => logged.test(line))) await wait();
        assert.equal((await fetch(`${url}/healthz`)).status, 200);
        const ready = await fetch(`${url}/readyz`);
        const { reason: said, checks } = (await ready.json()) as { reason: string; checks: Record<string, boolean> };
        assert.equal(ready.status, 503);
        assert.match(said, reason);
        assert.deepEqual([checks.database, checks.migrations], [true, false]);
        const body = JSON.stringify({ page: 'https://site.example/' });
        const hit = await fetch(`${url}/api/event`, { method: 'POST', body });
        assert.deepEqual([hit.status, hit.headers.get('x-footfall-dropped')], [202, null], 'collecting goes on');
        await database.dialect.run(mend);
        await gateway.drain();
        assert.equal((await database.dialect.all('SELECT id FROM hit')).length, 1);
        const answer = await fetch(`${url}/readyz`);
        assert.deepEqual([answer.status, Object.keys((await answer.json()) as object)], [200, ['status', 'checks']]);
      } finally {
        await gateway.stop();
        await database.close();
      }
    });
  }
});
