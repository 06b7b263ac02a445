import assert from 'node:assert/strict';
import { afterAll, beforeAll, it, onTestFinished } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/accounts/api-keys.ts';
import { createContext } from '../../src/graphql/context.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { createLog } from '../../src/log.ts';
import { createRest } from '../../src/rest/router.ts';
import { openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { form, type RestServer, serve, startRest } from '../support/rest.ts';

eachDatabase('REST', open => {
  let rest: RestServer;
  beforeAll(async () => {
    rest = await startRest(await open());
  });
  afterAll(() => rest.close());

  for (const [what, key] of [
    ['no key', null],
    ['a wrong key', `ff_${'a'.repeat(43)}`],
    ['an empty key', ''],
    ['what is no key at all', "' OR 1=1 --"],
  ] as const)
    it(`responds 401 to ${what}, whatever the path`, async () => {
      for (const [method, path] of [
        ['GET', '/websites'],
        ['POST', '/websites'],
        ['GET', '/stats/1'],
        ['DELETE', '/websites/1'],
      ] as const) {
        const { status, headers, body } = await rest.call(method, path, { key });
        assert.deepEqual(
          [status, body, headers.get('www-authenticate')],
          [401, { message: 'Unauthenticated.' }, 'Bearer'],
        );
      }
    });

  it('responds 401 to an expired key and to a revoked one', async () => {
    const soon = await createApiKey(rest.database, {
      accountId: 1,
      name: 'Short',
      scope: 'WRITE',
      expiresAt: Date.now() + 600_000,
    });
    const gone = await createApiKey(rest.database, { accountId: 1, name: 'Gone', scope: 'WRITE', expiresAt: null });
    for (const { key } of [soon, gone]) assert.equal((await rest.call('GET', '/websites', { key })).status, 200);
    await revokeApiKey(rest.database, 1, gone.id);
    rest.advance(601_000);
    for (const { key } of [soon, gone]) assert.equal((await rest.call('GET', '/websites', { key })).status, 401);
  });

  it('does not accept a session instead of a key, because a form on any page could use it', async () => {
    const { origin, stop } = await serve(
      createRest({
        baseUrl: 'https://stats.example.com',
        rateLimit: createRateLimit(10),
        log: createLog('silent'),
        addressOf: () => '203.0.113.9',
        contextOf: async () => {
          const account = { id: 1, email: 'ada@example.com', admin: true, createdAt: 0 };
          const viewer = { account, scope: 'WRITE', via: { kind: 'session', id: 1 } } as const;
          return createContext(openReading(rest.database), {
            viewer,
            viewerNow: async () => viewer,
            address: '',
            requestId: '',
            unlocked: () => false,
          });
        },
      }),
    );
    onTestFinished(stop);
    const body = form({ domain: 'forged.example' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await fetch(`${origin}/api/v1/websites`, { method: 'POST', body, headers });
    assert.equal(status, 401);
  });

  it('lets a READ key read, and rejects its writes before reading the body', async () => {
    assert.equal((await rest.call('GET', '/websites', { key: rest.keys.read })).status, 200);
    for (const [method, path] of [
      ['POST', '/websites'],
      ['PUT', '/websites/1'],
      ['PATCH', '/websites/999'],
      ['DELETE', '/websites/1'],
    ] as const) {
      const { status, body } = await rest.call(method, path, { key: rest.keys.read, body: form({ privacy: '9' }) });
      assert.deepEqual([status, Object.keys(body)], [403, ['message']]);
    }
  });

  for (const id of [
    '0',
    '999999',
    '-1',
    '1.0',
    '1abc',
    '01',
    '1e0',
    '%20',
    '9007199254740993',
    '%C3%A9',
    "1'",
    '..%2f1',
    '%00',
    '1%00',
  ])
    it(`responds 404 to the website ${id}`, async () => {
      const { status, body } = await rest.call('GET', `/websites/${id}`);
      assert.deepEqual([status, body], [404, { message: 'Resource not found.' }]);
      assert.equal((await rest.call('DELETE', `/websites/${id}`)).status, 404);
      assert.equal((await rest.call('PATCH', `/websites/${id}`, { body: { email: 1 } })).status, 404);
      assert.equal((await rest.call('GET', `/stats/${id}?name=page&from=2026-01-01&to=2026-01-02`)).status, 404);
    });

  for (const path of ['/', '/nothing', '/websites/1/stats', '/stats', '/stats/', '/WEBSITES', '/account'])
    it(`responds 404 to the path ${path}, as JSON whatever Accept says`, async () => {
      const { status, body } = await rest.call('GET', path, { headers: { Accept: 'text/html' } });
      assert.deepEqual([status, body], [404, { message: 'Resource not found.' }]);
    });

  it('accepts a slash at the end of a path', async () => {
    assert.equal((await rest.call('GET', '/websites/')).status, 200);
  });

  for (const [method, path, allow] of [
    ['PATCH', '/websites', 'GET, HEAD, POST'],
    ['POST', '/websites/1', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['POST', '/stats/1', 'GET, HEAD'],
    ['DELETE', '/stats/1.csv', 'GET, HEAD'],
    ['OPTIONS', '/websites', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ] as const)
    it(`responds 405 to ${method} ${path} with the allowed methods`, async () => {
      const response = await fetch(`${rest.origin}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${rest.keys.write}` },
      });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), allow);
      assert.deepEqual(Object.keys((await response.json()) as object), ['message']);
    });

  it('rejects a path that cannot be decoded', async () => {
    const { status, body } = await rest.call('GET', '/websites/%ff');
    assert.deepEqual([status, Object.keys(body)], [400, ['message']]);
  });

  it('sends the rate limit headers with every response, including errors', async () => {
    for (const [method, path, key] of [
      ['GET', '/websites', rest.keys.write],
      ['GET', '/nothing', rest.keys.write],
      ['GET', '/websites', null],
      ['POST', '/stats/1', rest.keys.write],
    ] as const) {
      const { headers } = await rest.call(method, path, { key });
      assert.equal(headers.get('x-ratelimit-limit'), '1000000000');
      assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d+$/);
    }
  });

  it('does not reveal its framework', async () => {
    const { headers } = await rest.call('GET', '/websites');
    assert.equal(headers.get('etag'), null);
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('serves its OpenAPI description without a key', async () => {
    const { status, body } = await rest.call('GET', '/openapi.json', { key: null });
    assert.deepEqual(
      [status, body.openapi, body.servers[0].url],
      [200, '3.1.0', 'https://stats.example.com/base/api/v1'],
    );
  });
});

eachDatabase('the REST rate limit', open => {
  it('responds 429 beyond the limit of a key, and 200 again a minute later', async () => {
    const rest = await startRest(await open(), { rateLimit: 3 });
    onTestFinished(() => rest.close());
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await rest.call('GET', '/websites');
      assert.deepEqual(
        [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')],
        [200, '3', remaining],
      );
    }
    const before = Date.now();
    const { status, headers, body } = await rest.call('GET', '/websites');
    const after = Date.now();
    assert.deepEqual(
      [status, body, headers.get('x-ratelimit-remaining')],
      [429, { message: 'Too Many Attempts.' }, '0'],
    );
    const wait = Number(headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 60, String(wait));
    // Both are rounded to seconds.
    const answered = (Number(headers.get('x-ratelimit-reset')) - wait) * 1_000;
    assert.ok(answered >= before - 1_000 && answered <= after + 1_000, `${before} ${answered} ${after}`);
    assert.equal((await rest.call('GET', '/websites', { key: rest.keys.other })).status, 200, 'another key');
    assert.equal((await rest.call('GET', '/websites', { key: null })).status, 401, 'no key');
    rest.advance(60_000);
    assert.equal((await rest.call('GET', '/websites')).status, 200);
  });

  it('also applies to callers without a key, by IP address', async () => {
    const rest = await startRest(await open(), { rateLimit: 2 });
    onTestFinished(() => rest.close());
    const statuses = [];
    for (let call = 0; call < 3; call++)
      statuses.push((await rest.call('GET', '/websites', { key: `ff_${'x'.repeat(43)}` })).status);
    assert.deepEqual(statuses, [401, 401, 429]);
    assert.equal((await rest.call('GET', '/websites')).status, 200, 'a key has its own count');
  });
});
