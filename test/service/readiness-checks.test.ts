import assert from 'node:assert/strict';
import { it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Dialect } from '../../src/db/dialect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrations } from '../../src/db/migrations/all.ts';
import { openDatabase } from '../../src/db/open.ts';
import { createLog } from '../../src/log.ts';
import { Gateway } from '../../src/service/gateway.ts';
import { eachDatabase } from '../support/databases.ts';
import { lesserUser } from '../support/lesser-user.ts';

type Mend = () => Promise<unknown>;

interface Case {
  readonly what: string;
  /** Returns the DATABASE_URL for the service, and a function that repairs the database. */
  readonly spoil: (dialect: Dialect, url: string) => Promise<{ url: string; mend: Mend }>;
  readonly reason: RegExp;
  readonly logged: RegExp;
}

const halfRestored: Case = {
  what: 'because it holds half of a backup',
  async spoil(dialect, url) {
    await dialect.run(`INSERT INTO setting (name, value) VALUES ('restoring', '{"path":"/x.gz"}')`);
    return { url, mend: () => dialect.run("DELETE FROM setting WHERE name = 'restoring'") };
  },
  reason: /restore was not completed/,
  logged: /part of the backup \/x\.gz/,
};
const denied: Case = {
  what: 'because it refuses changes',
  async spoil(dialect, url) {
    const user = await lesserUser(dialect, url, 'SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, INDEX');
    return { url: user.url, mend: () => user.grant('ALTER') };
  },
  reason: /not upgraded, and the last attempt changed nothing in it; the log says what to do/,
  logged: /rights to CREATE, ALTER, INDEX and DROP/,
};

eachDatabase('A service whose database cannot be upgraded', (open, engine) => {
  for (const { what, spoil, reason, logged } of engine === 'SQLite' ? [halfRestored] : [halfRestored, denied]) {
    it(`${what}, starts, says why it is not ready, and recovers once that is repaired`, async () => {
      const place = await open();
      const database = openDatabase(place.url);
      await migrate(database.dialect, migrations.slice(0, -1));
      await database.dialect.run(
        "INSERT INTO website (id, account_id, domain, privacy, email, exclude_bots, honor_gpc, timezone, created_at, updated_at) VALUES (1, 1, 'site.example', 1, 0, 0, 0, 'UTC', 0, 0)",
      );
      const { url: databaseUrl, mend } = await spoil(database.dialect, place.url);
      const lines: string[] = [];
      const log = createLog('info', { write: line => void lines.push(line) });
      const config = readConfig({ PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR: place.dataDir });
      const gateway = await Gateway.start(config, log);
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
        assert.deepEqual([hit.status, hit.headers.get('x-footfall-dropped')], [202, null], 'collecting continues');
        await mend();
        await gateway.drain();
        assert.equal((await database.dialect.all('SELECT id FROM hit')).length, 1);
        let answer = await fetch(`${url}/readyz`);
        // What was found unready stays so for the rest of its second.
        for (; answer.status === 503; answer = await fetch(`${url}/readyz`)) await wait();
        assert.deepEqual([answer.status, Object.keys((await answer.json()) as object)], [200, ['status', 'checks']]);
      } finally {
        await gateway.stop();
        await database.close();
      }
    });
  }
});
