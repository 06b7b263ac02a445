import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, foldAll, hitOf as hitParts } from '../support/hits.ts';

const DAY = 86_400_000;
const now = Date.now();

eachDatabase('footfall verify and rebuild after a purge', open => {
  let database: Database;
  let env: Record<string, string>;
  beforeAll(async () => {
    const place = await open();
    env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const gateway = await startTestGateway(place, { RETENTION_DAYS: '5' });
    await gateway.stop();
    database = await databaseWithWebsites(place);
    const days = Array.from({ length: 50 }, (_unused, day) => hitParts({ time: now - day * DAY }));
    await foldAll(database, place, [days]);
    await removeOldHits(database, { days: 5, now, signal: new AbortController().signal });
  });
  afterAll(() => database.close());

  it('stop and say so when a setting is not the one of the service', async () => {
    for (const line of ['verify', 'rebuild', 'import -']) {
      const { code, err } = await footfall(line, env);
      assert.equal(code, 1, line);
      assert.match(err, /^RETENTION_DAYS is 400 here, but the service was last started with 5\. Run the command with/);
    }
    // What is stored decides how far back these reach.
    assert.equal((await footfall('export --website 1 --from 2026-03-01 --to 2026-03-02', env)).code, 0);
    const made = await footfall('backup', env);
    assert.equal(made.code, 0, made.err);
    assert.match(made.err, /last started with 5\. Hits in the spool are not folded first\./);
    const { out } = await footfall('doctor --json', env);
    assert.match(out, /"check":"settings","state":"warn","text":"RETENTION_DAYS is 400 here/);
  });

  it('leave everything that was counted before the purge as it is, whatever the environment says', async () => {
    const pageviews = async () =>
      (await database.dialect.all('SELECT SUM(pageviews) AS day FROM rollup_day WHERE name = 1'))[0]?.day;
    const right = await footfall('verify', { ...env, RETENTION_DAYS: '5' });
    assert.deepEqual([right.code, right.err], [0, '']);
    assert.equal((await footfall('rebuild', { ...env, RETENTION_DAYS: '5' })).code, 0);
    assert.equal(await pageviews(), 50);
    // As if the service had been restarted with it.
    await database.dialect.run("DELETE FROM setting WHERE name = 'service_settings'");
    const lacking = await footfall('verify', env);
    assert.deepEqual([lacking.code, lacking.err], [0, '']);
    assert.equal((await footfall('rebuild', env)).code, 0);
    assert.equal(await pageviews(), 50);
  });
});
