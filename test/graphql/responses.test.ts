import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type GraphqlServer, startGraphqlAlone } from '../support/graphql.ts';

describe('A response about a public page', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphqlAlone();
    await server.ask('mutation { createWebsite(input: { domain: "demo.example", privacy: PUBLIC }) { id } }');
  });
  afterAll(() => server.close());

  const RANGE = 'from: "2026-01-01", to: "2026-01-31"';
  const pages = `{ shared(domain: "demo.example") { stats(name: PAGE, ${RANGE}) { total } } }`;
  const get = (query: string, headers: Record<string, string> = {}) =>
    server.send({ headers }, `?query=${encodeURIComponent(query)}`);

  it('has an ETag, and is not sent again to a client that already has it', async () => {
    const first = await get(pages);
    assert.deepEqual([first.status, first.data.shared.stats.total], [200, 0]);
    const tag = first.headers.get('etag') ?? '';
    assert.match(tag, /^"[\w-]{27}"$/);
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get(pages, { 'If-None-Match': known });
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag]);
    }
    assert.equal((await get(pages, { 'If-None-Match': '"other"' })).status, 200);
  });

  it('keeps its ETag while only freshAt changes, and with fields left out by directives', async () => {
    const query = `{ shared(domain: "demo.example") { summary(${RANGE}) { freshAt visits { value } } } website(domain: "demo.example") @include(if: false) { id } }`;
    const first = await get(query);
    assert.equal(first.data.shared.summary.visits.value, 0);
    await new Promise(resolve => setTimeout(resolve, 50));
    const again = await get(query);
    assert.notEqual(again.data.shared.summary.freshAt, first.data.shared.summary.freshAt);
    assert.ok(first.headers.get('etag'));
    assert.equal(again.headers.get('etag'), first.headers.get('etag'));
  });

  it('must be revalidated each time, so that a page that became private is gone', async () => {
    const tag = (await get(pages)).headers.get('etag') ?? '';
    const change = (privacy: string) =>
      server.ask(`mutation { updateWebsite(id: 1, input: { privacy: ${privacy} }) { privacy } }`);
    await change('PRIVATE');
    const gone = await get(pages, { 'If-None-Match': tag });
    assert.equal(gone.errors[0]?.extensions.code, 'NOT_FOUND');
    assert.equal(gone.headers.get('etag'), null);
    await change('PUBLIC');
  });

  it('has no ETag for a caller with a key, for POST, or if other fields were requested too', async () => {
    const key = { Authorization: `Bearer ${server.keys.write}` };
    const body = JSON.stringify({ query: pages });
    const answers = [
      await get(pages, key),
      await server.send({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
      await get(`{ viewer { id } shared(domain: "demo.example") { domain } }`),
      await get(`{ shared(domain: "nowhere.example") { domain } }`),
    ];
    for (const { headers } of answers) {
      assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [null, 'no-store']);
    }
  });
});

describe('A long result', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphqlAlone();
    await server.ask('mutation { createWebsite(input: { domain: "demo.example", privacy: PUBLIC }) { id } }');
  });
  afterAll(() => server.close());

  const long =
    '{ shared(domain: "demo.example") { timeseries(from: "2026-01-01", to: "2026-01-31", interval: DAY) { points { start visitors visits pageviews } } } }';
  const get = (headers: Record<string, string>, query = long) =>
    server.send({ headers }, `?query=${encodeURIComponent(query)}`);
  const post = (headers: Record<string, string>) =>
    server.send({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query: long }),
    });

  it('is compressed as the client understands it, by GET and POST, also once the query is known', async () => {
    const plain = await get({ 'Accept-Encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const encoding of ['br', 'gzip'])
      for (const answer of [
        await get({ 'Accept-Encoding': encoding }),
        await post({ 'Accept-Encoding': encoding }),
        await post({ 'Accept-Encoding': encoding, Accept: '*/*' }),
      ]) {
        assert.equal(answer.headers.get('content-encoding'), encoding);
        assert.match(answer.headers.get('vary') ?? '', /accept-encoding/i);
        assert.deepEqual(answer.data, plain.data);
      }
    const tag = plain.headers.get('etag') ?? '';
    assert.equal((await get({ 'Accept-Encoding': 'br', 'If-None-Match': tag })).status, 304);
  });

  it('is not compressed if it is short, or if a link asked for it', async () => {
    const short = await get({ 'Accept-Encoding': 'br' }, '{ shared(domain: "demo.example") { domain } }');
    assert.deepEqual([short.status, short.headers.get('content-encoding')], [200, null]);
    // fetch has a Sec-Fetch-Mode of its own.
    const headers = { 'Accept-Encoding': 'br', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    const [linked] = (await once(
      httpGet(`${server.url}?query=${encodeURIComponent(long)}`, { headers }),
      'response',
    )) as [IncomingMessage];
    const text = Buffer.concat(await linked.toArray()).toString();
    assert.deepEqual([linked.statusCode, linked.headers['content-encoding']], [200, undefined]);
    assert.equal(JSON.parse(text).data.shared.timeseries.points.length, 31);
  });
});
