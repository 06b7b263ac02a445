import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { openVisitor } from '../support/visitor.ts';

const OWNER = { email: 'owner@owner.example', password: 'a long password' };
const VIEWER = '{"query":"{ viewer { email } }"}';
const FILE = '/open.example/export/page.csv?from=2026-01-01&to=2026-01-02';
const LIVE = 'subscription { live(domain: "open.example") { visitors5 } }';

eachDatabase('RATE_LIMIT', open => {
  let gateway: TestGateway;
  let now = Date.now();
  beforeAll(async () => {
    gateway = await startTestGateway(await open(), { RATE_LIMIT: '5', TRUST_PROXY: '1' }, () => now);
    await gateway.graphql('mutation { createWebsite(input: {domain: "open.example", privacy: PUBLIC}) { id } }');
  });
  afterAll(() => gateway.stop());

  const aMinuteLater = () => {
    now += 60_000;
  };
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const withKey = () => ({ Authorization: `Bearer ${gateway.key}` });
  const graphql = (headers: Record<string, string>, body = VIEWER) =>
    fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
  const file = (headers: Record<string, string>) => fetch(gateway.url + FILE, { headers });
  const statuses = async (calls: (() => Promise<{ status: number }>)[]) => {
    const found: number[] = [];
    for (const call of calls) found.push((await call()).status);
    return found;
  };

  it('counts the requests of a key over REST, over GraphQL and for files together', async () => {
    aMinuteLater();
    const rest = () => gateway.rest('/websites');
    const calls = [rest, () => graphql(withKey()), () => file(withKey()), rest, () => graphql(withKey())];
    assert.deepEqual(await statuses(calls), [200, 200, 200, 200, 200]);
    assert.deepEqual(await statuses([rest, () => graphql(withKey()), () => file(withKey())]), [429, 429, 429]);
    aMinuteLater();
    assert.deepEqual(await statuses(calls), [200, 200, 200, 200, 200]);
  });

  it('is reported over GraphQL as an error of the catalogue, with the time to wait', async () => {
    aMinuteLater();
    for (let call = 0; call < 5; call++) await graphql(from('192.0.2.1'));
    const refused = await graphql(from('192.0.2.1'));
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
    const message = 'Too many requests in this minute; try again in 60 seconds.';
    assert.deepEqual(await refused.json(), { errors: [{ message, extensions: { code: 'RATE_LIMITED' } }] });
    const page = await file(from('192.0.2.1'));
    assert.deepEqual([page.status, page.headers.get('retry-after')], [429, '60']);
    assert.deepEqual(await page.json(), { message: 'Too Many Attempts.' });
  });

  it('counts strangers and wrong keys by address', async () => {
    aMinuteLater();
    const guess = () => graphql({ ...from('192.0.2.2'), Authorization: 'Bearer ff_guessed' });
    const stranger = () => graphql(from('192.0.2.2'));
    assert.deepEqual(await statuses([guess, guess, guess, stranger, stranger]), [401, 401, 401, 200, 200]);
    assert.deepEqual(await statuses([stranger, guess, () => file(from('192.0.2.2'))]), [429, 429, 429]);
    assert.deepEqual(await statuses([() => graphql(from('192.0.2.3')), () => graphql(withKey())]), [200, 200]);
    const calls = [1, 2, 3, 4, 5, 6].map(n => () => graphql(from(`2001:db8:1:1::${n}`)));
    assert.deepEqual(await statuses(calls), [200, 200, 200, 200, 200, 429], 'an IPv6 /64 is one address');
    assert.equal((await graphql(from('2001:db8:1:2::1'))).status, 200);
  });

  it('counts a signed-in account across addresses, and separately from its keys', async () => {
    aMinuteLater();
    const browsers = [openVisitor(gateway.url), openVisitor(gateway.url)];
    for (const browser of browsers) assert.equal((await browser.post('/login', OWNER)).status, 303);
    const headers = (browser: number, address: string) => ({
      ...from(address),
      Cookie: `footfall_session=${browsers[browser]?.cookies.get('footfall_session')}`,
    });
    const calls = [0, 1, 0, 1, 0, 1].map(each => () => graphql(headers(each, `192.0.2.${20 + each}`)));
    assert.deepEqual(await statuses(calls), [200, 200, 200, 200, 200, 429]);
    assert.deepEqual(await statuses([() => graphql(withKey()), () => graphql(from('192.0.2.20'))]), [200, 200]);
  });

  it('counts a subscription once, however long it lasts', async () => {
    aMinuteLater();
    const aborted = new AbortController();
    const response = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(LIVE)}`, {
      headers: { Accept: 'text/event-stream', ...from('192.0.2.5') },
      signal: aborted.signal,
    });
    assert.equal(response.status, 200);
    const calls = Array.from({ length: 5 }, () => () => graphql(from('192.0.2.5')));
    assert.deepEqual(await statuses(calls), [200, 200, 200, 200, 429]);
    aborted.abort();
  });
});

describe('the rate limit', () => {
  it('allows a caller its number of calls per minute, and returns how many are left', () => {
    const { take } = createRateLimit(2);
    assert.deepEqual(take('a', 1000), { allowed: true, limit: 2, remaining: 1, resetAt: 61_000 });
    assert.deepEqual(take('a', 2000), { allowed: true, limit: 2, remaining: 0, resetAt: 61_000 });
    assert.deepEqual(take('a', 3000), { allowed: false, limit: 2, remaining: 0, resetAt: 61_000 });
  });

  it("begins a new minute when the caller's last one is over", () => {
    const { take } = createRateLimit(1);
    take('a', 1000);
    assert.equal(take('a', 60_999).allowed, false);
    assert.deepEqual(take('a', 61_000), { allowed: true, limit: 1, remaining: 0, resetAt: 121_000 });
  });

  it('counts every caller separately', () => {
    const { take } = createRateLimit(1);
    take('a', 1000);
    assert.equal(take('b', 1000).allowed, true);
    assert.equal(take('a', 1000).allowed, false);
  });

  it('locks no one out when the clock is set back', () => {
    const { take } = createRateLimit(1);
    take('a', 1_000_000);
    assert.equal(take('a', 1000).allowed, true);
  });

  it('remembers no more callers than its capacity and forgets the one that has been quiet for longest', () => {
    const { take } = createRateLimit(1, 2);
    take('a', 1);
    take('b', 2);
    take('a', 3);
    take('c', 4);
    assert.equal(take('a', 5).allowed, false);
    assert.equal(take('c', 5).allowed, false);
    assert.equal(take('b', 5).allowed, true);
  });
});
