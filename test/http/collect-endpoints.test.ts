import assert from 'node:assert/strict';
import { request } from 'node:http';
import { afterAll, beforeAll, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HOST = 'collect.example';

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly dropped: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  readonly json: any;
}

eachDatabase('The collector', open => {
  let place: Place;
  let gateway: TestGateway;
  let ahead = 0;
  let clock = Date.now;
  beforeAll(async () => {
    place = await open();
    gateway = await startTestGateway(
      place,
      { TRUST_PROXY: '1', COLLECT_RATE_LIMIT: '50', COLLECT_PATH: '/assets/note' },
      () => clock() + ahead,
    );
    await gateway.rest('/websites', { method: 'POST', body: new URLSearchParams({ domain: HOST }) });
    await gateway.rest('/websites', {
      method: 'POST',
      body: new URLSearchParams({ domain: 'picky.example', exclude_ips: '20.9.0.0/16' }),
    });
  });
  afterAll(() => gateway.stop());

  async function call(path: string, init: RequestInit, from = '20.1.1.1'): Promise<Sent> {
    const headers = { 'User-Agent': AGENT, 'X-Forwarded-For': from, 'Content-Type': 'application/json' };
    const response = await fetch(gateway.url + path, { ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const dropped = response.headers.get('x-footfall-dropped');
    const { status, headers: received } = response;
    return { status, headers: received, text, dropped, json: isJson ? JSON.parse(text) : null };
  }
  const post = (body: string | object, headers: Record<string, string> = {}, path = '/api/event') =>
    call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });
  const batch = (hits: unknown, key: string | null = gateway.key) =>
    post({ hits }, key === null ? {} : { Authorization: `Bearer ${key}` }, '/api/event/batch');
  const page = (path: string) => `https://${HOST}/${path}`;
  async function sumOf(name: string): Promise<number> {
    await gateway.drain();
    const query = `{ website(domain: "${HOST}") { stats(name: ${name}, from: "1970-01-01", to: "2150-01-01") { sum } } }`;
    const { website } = await gateway.graphql<{ website: { stats: { sum: number } } }>(query);
    return website.stats.sum;
  }
  async function droppedHits(): Promise<{ reason: string; hits: number }[]> {
    await gateway.drain();
    const query = `{ website(domain: "${HOST}") { dropped(from: "1970-01-01", to: "2150-01-01") { reason hits } } }`;
    return (await gateway.graphql<{ website: { dropped: { reason: string; hits: number }[] } }>(query)).website.dropped;
  }

  it('returns 202 without a body to any origin, under any content type of JSON', async () => {
    for (const type of [
      'application/json',
      'application/json, text/javascript; charset=utf-8',
      'text/plain;charset=UTF-8',
      'application/vnd.api+json',
    ]) {
      const { status, headers, text, dropped } = await post({ page: page('types') }, { 'Content-Type': type });
      assert.deepEqual([status, text, dropped], [202, '', null], type);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
    assert.equal((await post({ page: page('own-path') }, {}, '/assets/note')).status, 202);
  });

  it('lets browsers cache the preflight response for a day', async () => {
    const { status, headers } = await call('/api/event', {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
    });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-max-age'), '86400');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/i);
    assert.equal(headers.get('access-control-allow-methods'), 'POST');
  });

  it('reports what is wrong with a hit, by field', async () => {
    const refused: [string | object, number, string][] = [
      ['{', 400, ''],
      ['[]', 422, 'body'],
      [{}, 422, 'page'],
      [{ page: '/only/a/path' }, 422, 'page'],
      [{ page: 7 }, 422, 'page'],
      [{ page: page('x'), referrer: {} }, 422, 'referrer'],
      [{ page: page('x'), event: 'Signup' }, 422, 'event'],
      [{ page: page('x'), event: {} }, 422, 'event.name'],
      [{ page: page('x'), engagement: -1 }, 422, 'engagement'],
      [{ page: page('x'), engagement: '5' }, 422, 'engagement'],
      [{ page: page('x'), id: 'i'.repeat(256) }, 422, 'id'],
    ];
    for (const [body, status, field] of refused) {
      const sent = await post(body);
      assert.equal(sent.status, status, JSON.stringify(body));
      assert.match(sent.json.message, /^[A-Z].*\.$/);
      assert.deepEqual(Object.keys(sent.json.errors ?? {}), field === '' ? [] : [field]);
      assert.equal(sent.headers.get('access-control-allow-origin'), '*', 'a page can read why');
    }
    const form = await post('page=x', { 'Content-Type': 'application/x-www-form-urlencoded' });
    assert.equal(form.status, 415);
  });

  it('accepts 64 KiB and not one byte more, with or without Content-Length', async () => {
    const body = (size: number) => `{"page":"${page('size')}","x":"${'x'.repeat(size)}"}`;
    const room = 65_536 - body(0).length;
    assert.equal((await post(body(room))).status, 202);
    assert.equal((await post(body(room + 1))).status, 413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const sending = request(`${gateway.url}/api/event`, { method: 'POST', agent: false }, response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on('error', reject);
      sending.setHeader('Content-Type', 'application/json');
      sending.end(body(room + 1));
    });
    assert.equal(chunked, 413);
    const header = await call('/api/event', { method: 'POST', body: '{}', headers: { 'X-Long': 'x'.repeat(17_000) } });
    assert.equal(header.status, 431);
  });

  it('says why a hit was deliberately not counted', async () => {
    const from = (address: string, body: object, headers: Record<string, string> = {}) =>
      call('/api/event', { method: 'POST', body: JSON.stringify(body), headers }, address);
    const reasons: [string, Promise<Sent>][] = [
      ['unknown_website', post({ page: 'https://nobody.example/' })],
      ['bot', post({ page: page('x') }, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })],
      ['bot', post({ page: page('x') }, { 'User-Agent': '' })],
      ['prefetch', post({ page: page('x') }, { 'Sec-Purpose': 'prefetch;prerender' })],
      ['excluded_ip', from('20.9.7.7', { page: 'https://picky.example/' })],
    ];
    for (const [reason, sending] of reasons) {
      const { status, dropped, text } = await sending;
      assert.deepEqual([status, dropped, text], [202, reason, '']);
    }
    assert.equal((await from('20.8.7.7', { page: 'https://picky.example/' })).dropped, null);
    const told = (await droppedHits()).map(({ reason, hits }) => `${hits} ${reason}`);
    assert.deepEqual(told.sort(), ['1 PREFETCH', '2 BOT'], 'and the owner of the website sees it');
  });

  it('limits each address separately, reports it to the sender and the owner, and starts again a minute later', async () => {
    // No minute must pass while the hits are sent.
    const begun = Date.now();
    clock = () => begun;
    onTestFinished(() => {
      clock = Date.now;
    });
    ahead += 60_000;
    const send = (address: string) =>
      call('/api/event', { method: 'POST', body: JSON.stringify({ page: page('limit') }) }, address);
    const before = await sumOf('PAGEVIEWS');
    for (let sent = 0; sent < 50; sent++) assert.equal((await send('20.5.5.5')).status, 202);
    const limited = await send('20.5.5.5');
    assert.deepEqual([limited.status, limited.dropped], [429, 'rate_limited']);
    assert.equal(limited.headers.get('retry-after'), '60');
    assert.match(limited.json.message, /^Too many hits from this address/);
    const pixel = await call(`/api/pixel.gif?page=${page('limit')}`, {}, '20.5.5.5');
    assert.deepEqual([pixel.status, pixel.dropped, pixel.headers.get('retry-after')], [429, 'rate_limited', '60']);
    assert.equal((await send('20.5.5.6')).status, 202, 'a neighbour is not affected');
    for (let sent = 0; sent < 50; sent++) assert.equal((await send(`2001:db8:5:5::${sent + 1}`)).status, 202);
    assert.equal((await send('2001:db8:5:5:f::1')).status, 429, 'the next address of the same /64');
    assert.equal((await send('2001:db8:5:6::1')).status, 202, 'the next /64');
    assert.equal(await sumOf('PAGEVIEWS'), before + 102);
    const refused = (await droppedHits()).filter(({ reason }) => reason === 'RATE_LIMITED');
    assert.deepEqual(refused, [{ reason: 'RATE_LIMITED', hits: 3 }]);
    ahead += 60_000;
    assert.equal((await send('20.5.5.5')).status, 202);
  });

  it('counts a page without JavaScript by its pixel, with the page as a parameter or as the Referer', async () => {
    const before = await sumOf('PAGEVIEWS');
    const named = await call(`/api/pixel.gif?page=${encodeURIComponent(page('named'))}`, {});
    const shown = [named.status, ...['content-type', 'cache-control'].map(name => named.headers.get(name))];
    assert.deepEqual(shown, [200, 'image/gif', 'no-store']);
    const statusOf = async (options: RequestInit) => (await call('/api/pixel.gif', options)).status;
    assert.deepEqual([await statusOf({ headers: { Referer: page('by-referer') } }), await statusOf({})], [200, 422]);
    const dropped = await call('/api/pixel.gif?page=https://nobody.example/', {});
    assert.deepEqual([dropped.status, dropped.dropped], [200, 'unknown_website']);
    const head = await call(`/api/pixel.gif?page=${page('head')}`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, ''], 'and HEAD counts nothing');
    for (const [name, value] of named.headers)
      if (/^(content|cache|cross|access)-/.test(name)) assert.equal(head.headers.get(name), value, name);
    assert.equal(await sumOf('PAGEVIEWS'), before + 2);
  });

  it('returns 405 with the allowed methods', async () => {
    for (const [path, method, allow] of [
      ['/api/event', 'GET', 'POST, OPTIONS'],
      ['/api/event/batch', 'GET', 'POST'],
      ['/api/pixel.gif', 'POST', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await call(path, { method });
      assert.deepEqual([status, headers.get('allow')], [405, allow]);
    }
  });

  it('takes a batch hit by hit, and only with a WRITE key', async () => {
    const hit = { page: page('batch'), time: '2026-01-31T10:00:00Z', ip: '203.0.113.9', user_agent: AGENT };
    const { status, json } = await batch([
      hit,
      { ...hit, page: 'https://nobody.example/' },
      { ...hit, ip: '999.1.1.1' },
      null,
      { ...hit, time: new Date(Date.now() + ahead + 6 * 60_000).toISOString() },
      hit,
    ]);
    assert.equal(status, 202);
    assert.deepEqual([json.accepted, json.dropped, json.rejected], [2, 1, 3]);
    assert.deepEqual(
      json.results.map((result: { status: string }) => result.status),
      ['accepted', 'dropped', 'rejected', 'rejected', 'rejected', 'accepted'],
    );
    assert.match(json.results[4].reason, /more than 5 minutes ahead/);
    assert.equal((await batch([hit], null)).status, 401);
    assert.equal((await batch([hit], `ff_${'0'.repeat(40)}`)).status, 401);
    assert.equal((await batch('hits')).status, 422);
    assert.match((await batch(Array(1_001).fill(hit))).json.message, /has 1001 hits; send at most 1000/);
    assert.equal((await batch([hit], (await gateway.createKey('READ')).key)).status, 403);
    assert.equal((await batch([hit], (await gateway.createKey('COLLECT')).key)).json.accepted, 1);
  });

  it('reports repeats as duplicates, and counts no page as open for longer than its visit', async () => {
    const repeated = { page: page('repeated'), id: 'once' };
    assert.equal((await post(repeated)).dropped, null);
    assert.equal((await post(repeated)).dropped, 'duplicate');
    assert.equal((await post({ page: page('repeated'), engagement: 300_000 })).status, 202);
    await gateway.drain();
    const database = openDatabase(place.url);
    const [visit] = await database.dialect.all<{ seconds: number }>('SELECT MAX(seconds) AS seconds FROM visit');
    await database.close();
    // A minute more than since the visit began.
    assert.ok(visit && visit.seconds >= 60 && visit.seconds < 86_400, String(visit?.seconds));
  });
});
