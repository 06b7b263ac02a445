import assert from 'node:assert/strict';
import { createConnection } from 'mysql2/promise';
import { describe, it, onTestFinished } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { refusalOf } from '../../src/rest/refusal.ts';
import { eachDatabase } from '../support/databases.ts';
import { startMariaDb } from '../support/mariadb.ts';
import { mariadb, missing } from '../support/programs.ts';
import { startRest } from '../support/rest.ts';

describe.skipIf(missing(mariadb))('REST without its database', () => {
  it('responds 503 with the time to wait to every caller, and recovers automatically', async () => {
    const server = await startMariaDb();
    onTestFinished(() => server.stop());
    const connection = await createConnection(server.url);
    await connection.query('CREATE DATABASE footfall');
    await connection.end();
    const rest = await startRest({ url: `${server.url}footfall`, dataDir: '' });
    onTestFinished(() => rest.close());
    assert.equal((await rest.call('GET', '/websites')).status, 200);
    await server.kill();
    const unseen = `ff_${'z'.repeat(43)}`;
    for (const [method, path, key] of [
      ['GET', '/websites', rest.keys.write],
      ['GET', '/websites', unseen],
      ['GET', '/stats/1?name=page&from=2026-01-01&to=2026-01-31', rest.keys.write],
      ['DELETE', '/websites/1', rest.keys.write],
    ] as const) {
      const { status, headers, body } = await rest.call(method, path, { key });
      assert.deepEqual([status, Object.keys(body)], [503, ['message']]);
      assert.doesNotMatch(body.message, /ECONN|127\.0\.0\.1|mysql/i);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    await server.start();
    assert.equal((await rest.call('GET', '/websites')).status, 200);
    assert.equal((await rest.call('GET', '/websites', { key: unseen })).status, 401);
  });
});

eachDatabase('an internal error in REST', open => {
  it('gets 500 with a request id, and only the log has the details', async () => {
    const rest = await startRest(await open());
    onTestFinished(() => rest.close());
    await rest.database.dialect.run('ALTER TABLE website RENAME COLUMN domain TO elsewhere');
    const { status, body } = await rest.call('GET', '/websites');
    assert.deepEqual([status, Object.keys(body)], [500, ['message', 'request_id']]);
    assert.doesNotMatch(body.message, /website|column|SELECT/i);
    assert.ok(
      rest.logged.some(line => line.includes(body.request_id)),
      rest.logged.join(),
    );
  });
});

describe('an error with a time to wait', () => {
  it("has the end of the wait by the server's clock", () => {
    const { status, headers } = refusalOf(new AppError('RATE_LIMITED', 'Wait.', { retryAfter: 7 }), 'an-id', 20_500);
    assert.deepEqual([status, headers], [429, { 'Retry-After': '7', 'X-RateLimit-Reset': '28' }]);
  });
});
