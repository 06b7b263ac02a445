import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { it, onTestFinished } from 'vitest';
import { openSqliteFile } from '../../src/db/dialects/sqlite-file.ts';
import { openDatabase } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { PATIENCE } from '../../src/service/gateway.ts';
import { Spool } from '../../src/spool/spool.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { hitOf, spoolOf } from '../support/hits.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

eachDatabase('A gateway', (open, engine) => {
  async function visit(gateway: TestGateway, page: string): Promise<void> {
    const { status } = await fetch(`${gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': AGENT },
      body: JSON.stringify({ page }),
    });
    assert.equal(status, 202);
  }

  it('leaves neither spool files nor positions in use when it stops', async () => {
    const usual = { ...PATIENCE };
    Object.assign(PATIENCE, { fold: 60_000, close: 60_000 });
    onTestFinished(() => void Object.assign(PATIENCE, usual));
    const place = await open();
    const gateway = await startTestGateway(place);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'one.example' }) });
    await visit(gateway, 'https://one.example/');
    await gateway.stop();
    assert.deepEqual(readdirSync(`${place.dataDir}/spool`), []);
    const database = openDatabase(place.url);
    assert.deepEqual(await database.dialect.all('SELECT spool FROM checkpoint WHERE removed_at IS NULL'), []);
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 1 });
    await database.close();
  });

  // A whole MariaDB database cannot be locked.
  it.runIf(engine === 'SQLite')(
    'stops while another process has the file locked, and leaves what waits to the next',
    async () => {
      const place = await open();
      const gateway = await startTestGateway(place);
      await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'one.example' }) });
      const other = await openSqliteFile(`${place.dataDir}/footfall.db`, 'PRAGMA busy_timeout=10000;');
      await other.run('BEGIN IMMEDIATE');
      await visit(gateway, 'https://one.example/');
      await sleep(1_000);
      await gateway.stop();
      await other.run('ROLLBACK');
      const next = await startTestGateway(place);
      await next.drain();
      assert.deepEqual(await other.all('SELECT COUNT(*) AS hits FROM hit'), [{ hits: 1 }]);
      await next.stop();
      await other.close();
    },
  );

  it('claims numbers only as fresh as all processes on its DATA_DIR have folded', async () => {
    const place = await open();
    const gateway = await startTestGateway(place);
    onTestFinished(() => gateway.stop());
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'one.example' }) });
    const freshAt = async () => {
      const query = '{ website(domain: "one.example") { summary(from: "2026-01-01", to: "2026-01-02") { freshAt } } }';
      const { website } = await gateway.graphql<{ website: { summary: { freshAt: string } } }>(query);
      return Date.parse(website.summary.freshAt);
    };
    const lag = async () =>
      Number(/^footfall_fold_lag_seconds (.*)$/m.exec(await (await fetch(`${gateway.url}/metrics`)).text())?.[1]);
    await gateway.drain();
    const begun = Date.now();
    // It looks fifty times a second.
    while ((await freshAt()) < begun) await setImmediate();
    assert.equal(await lag(), 0);

    const database = openDatabase(place.url);
    onTestFinished(() => database.close());
    const elsewhere = await spoolOf(database, `${place.dataDir}/spool`);
    await elsewhere.append(encodeHit(hitOf({})));
    const acknowledged = Date.now();
    while (Date.now() < acknowledged + 20) await setImmediate();
    assert.ok((await freshAt()) <= acknowledged);
    assert.ok((await lag()) >= 0.02);
    await elsewhere.remove();
    while ((await freshAt()) <= acknowledged) await setImmediate();
    assert.equal(await lag(), 0);

    const instance = { id: 'another-database', ownsUnmarked: false };
    const foreign = await Spool.create(`${place.dataDir}/spool`, { instance });
    await foreign.append(encodeHit(hitOf({})));
    const waiting = Date.now();
    while ((await freshAt()) <= waiting) await setImmediate();
    assert.equal(await lag(), 0, 'hits of another database are not waiting here');
    await foreign.remove();
  });
});
