import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram, Registry } from 'prom-client';
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import type { Metrics } from '../../src/http/metrics.ts';
import { createAttend, requestIdOf } from '../../src/http/response-headers.ts';
import { createLog } from '../../src/log.ts';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const HTML = { Accept: 'text/html' };
const A_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

onSqlite('every answer', open => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), { BASE_URL: 'https://stats.example', TRACKER_PATH: '/assets/a.js' });
    await gateway.rest('/websites', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'a.example', privacy: '0' }),
    });
  });
  afterAll(() => gateway.stop());

  const PAGES = ['/login', '/logout', '/a.example', '/nothing', '/docs', '/graphql', '/unsubscribe/x'];
  const OTHERS = [
    '/',
    '/icon.svg',
    '/assets/none.js',
    '/api/v1/websites',
    '/api/v1/none',
    '/api/none',
    '/api/v1/openapi.json',
    '/js/script.js',
    '/assets/a.js',
    '/graphql/graphiql.js',
    '/graphql?query={__typename}',
    '/healthz',
    '/readyz',
    '/metrics',
    '/websites',
    '/%E0',
  ];

  for (const path of [...PAGES, ...OTHERS]) {
    it(`has security headers and a request id: ${path}`, async () => {
      const isPage = PAGES.includes(path);
      const { headers } = await fetch(gateway.url + path, { headers: isPage ? HTML : {}, redirect: 'manual' });
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.ok(headers.get('referrer-policy'));
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('x-powered-by'), null);
      assert.match(headers.get('x-request-id') ?? '', A_UUID);
    });
  }

  for (const path of PAGES) {
    it(`has a content security policy without foreign or inline scripts: ${path}`, async () => {
      const response = await fetch(gateway.url + path, { headers: HTML });
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.match(policy, /base-uri 'none'/);
      assert.match(policy, /form-action '(none|self)'/);
      assert.doesNotMatch(policy, /unsafe-|https?:|\*/);
      const text = await response.text();
      assert.doesNotMatch(text, /<script(?![^>]*(src=|type="application\/json"))|\son\w+=|style="/);
    });
  }

  it('can be read by other origins only for the tracker and the collector', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    for (const path of [...PAGES, ...OTHERS]) {
      const response = await fetch(gateway.url + path, { headers, redirect: 'manual' });
      const isTracker = ['/js/script.js', '/assets/a.js'].includes(path);
      assert.equal(response.headers.get('access-control-allow-origin'), isTracker ? '*' : null, path);
      assert.equal(response.headers.get('access-control-allow-credentials'), null, path);
    }
    for (const path of ['/api/v1/websites', '/graphql', '/login', '/api/event/batch']) {
      const asked = {
        ...headers,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      };
      const response = await fetch(gateway.url + path, { method: 'OPTIONS', headers: asked });
      assert.equal(response.headers.get('access-control-allow-headers'), null, path);
      assert.equal(response.headers.get('access-control-allow-methods'), null, path);
    }
    const hit = await fetch(`${gateway.url}/api/event`, { method: 'OPTIONS', headers });
    assert.equal(hit.headers.get('access-control-allow-origin'), '*');
    assert.equal(hit.headers.get('access-control-allow-credentials'), null);
  });

  it('keeps the id that a proxy has set, unless it is not a plain token', async () => {
    const idOf = async (path: string, given: string, init: RequestInit = {}) =>
      (await fetch(gateway.url + path, { ...init, headers: { 'X-Request-Id': given } })).headers.get('x-request-id');
    for (const path of ['/healthz', '/api/v1/websites', '/graphql', '/login', '/js/script.js', '/api/pixel.gif'])
      assert.equal(await idOf(path, 'Root=1-67891233:abc'), 'Root=1-67891233:abc', path);
    assert.equal(await idOf('/api/event', 'a-hit', { method: 'POST', body: '{}' }), 'a-hit');
    for (const odd of ['two words', 'a"b', '{"level":"fatal"}', 'x'.repeat(129), '<script>'])
      assert.match((await idOf('/healthz', odd)) ?? '', A_UUID, odd);
  });

  it('is JSON below /api, regardless of Accept', async () => {
    const cases: [string, RequestInit?][] = [
      ['/api'],
      ['/api/'],
      ['/api/none'],
      ['/api/v1'],
      ['/api/v1/'],
      ['/api/v1/none'],
      ['/api/v1/websites'],
      ['/api/v1/websites/%E0%A4%A'],
      ['/api/%E0%A4%A'],
      ['/api/v2/websites'],
      ['/api/event'],
      ['/api/event', { method: 'POST', body: '{' }],
      ['/api/event', { method: 'POST', body: 'x'.repeat(70_000) }],
      ['/api/event/batch'],
      ['/api/event/batch', { method: 'POST', body: '{}' }],
      ['/api/event/none'],
      ['/api/pixel.gif', { method: 'PUT' }],
      ['/api/v1/websites', { method: 'DELETE' }],
      ['/api/../api/none'],
    ];
    for (const [path, init] of cases) {
      for (const Accept of ['text/html', 'application/xml', '*/*', 'image/*;q=0', ';;;']) {
        const response = await fetch(gateway.url + path, { ...init, headers: { Accept } });
        assert.ok(response.status >= 400 && response.status < 500, `${path} ${response.status}`);
        assert.match(response.headers.get('content-type') ?? '', /^application\/json/, `${path} ${Accept}`);
        assert.equal(typeof ((await response.json()) as { message: unknown }).message, 'string', path);
      }
    }
  });

  it('is timed per surface', async () => {
    await gateway.rest('/websites');
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    for (const surface of ['rest', 'page', 'graphql'])
      assert.match(
        text,
        new RegExp(`^footfall_request_seconds_count\\{surface="${surface}",status="\\dxx"\\} [1-9]`, 'm'),
      );
  });
});

describe('the log', () => {
  it('has the request id of the response, and nothing of the query, key, cookie or address', async () => {
    const lines: string[] = [];
    const answered = Promise.withResolvers<void>();
    const log = createLog('debug', {
      write(line) {
        lines.push(line);
        if (line.includes('"Request completed."')) answered.resolve();
      },
    });
    const requestSeconds = new Histogram({
      name: 'a',
      help: 'b',
      labelNames: ['surface', 'status'],
      registers: [new Registry()],
    });
    const attend = createAttend({ secure: false, metrics: { requestSeconds } as unknown as Metrics, log });
    const handler = attend((request, response) => {
      log.error({ err: new Error('It broke.'), requestId: requestIdOf(request) }, 'A page could not be made.');
      response.writeHead(500).end();
    });
    const server = createServer(handler).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const headers = {
      Authorization: `Bearer ff_${'s'.repeat(40)}`,
      Cookie: 'footfall_session=seecret',
      'X-Forwarded-For': '203.0.113.77',
    };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/login?next=/private&password=seecret`;
    const id = (await fetch(url, { headers })).headers.get('x-request-id');
    await answered.promise;
    const entries = lines.map(line => JSON.parse(line));
    assert.deepEqual(
      entries.map(({ msg, requestId }) => [msg, requestId]),
      [
        ['A page could not be made.', id],
        ['Request completed.', id],
      ],
    );
    assert.equal(entries[1].path, '/login');
    assert.equal(entries[1].status, 500);
    assert.doesNotMatch(lines.join(''), /seecret|sssss|203\.0|next=/);
  });
});
