import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { openDatabase } from '../src/db/open.ts';
import { eachDatabase } from './support/databases.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

eachDatabase('A gateway', (_, open) => {
  async function visit(gateway: TestGateway, page: string): Promise<void> {
    const { status } = await fetch(`${gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': AGENT },
      body: JSON.stringify({ page }),
    });
    assert.equal(status, 202);
  }

  it('that stops leaves nothing of its spool, neither files nor checkpoints', async () => {
    const place = await open();
    const gateway = await startTestGateway(place);
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: 'one.example' }) });
    await visit(gateway, 'https://one.example/');
    await gateway.stop();
    assert.deepEqual(readdirSync(`${place.dataDir}/spool`), []);
    const database = openDatabase(place.url);
    assert.deepEqual(await database.dialect.all('SELECT spool FROM checkpoint'), []);
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 1 });
    await database.close();
  });
});
