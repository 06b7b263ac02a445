import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { BASE_URL, type RestServer, startRest } from '../../support/rest.ts';

eachDatabase('REST lists of websites', open => {
  let rest: RestServer;
  beforeAll(async () => {
    rest = await startRest(await open());
    const domains = Array.from({ length: 12 }, (_, index) => `b${String(index).padStart(2, '0')}.example`);
    for (const domain of ['a-x.test', 'axx.test', ...domains])
      assert.equal((await rest.call('POST', '/websites', { body: { domain } })).status, 201);
  });
  afterAll(() => rest.close());

  const list = async (query: string) => (await rest.call('GET', `/websites${query}`)).body;
  // biome-ignore lint/suspicious/noExplicitAny: a raw response.
  const domainsOf = (body: any) => body.data.map((website: { domain: string }) => website.domain);

  it('are resource collections, newest first, ten per page', async () => {
    const body = await list('');
    assert.deepEqual(domainsOf(body).slice(0, 2), ['b11.example', 'b10.example']);
    const url = `${BASE_URL}/api/v1/websites`;
    assert.deepEqual(body.links, { first: `${url}?page=1`, last: `${url}?page=2`, prev: null, next: `${url}?page=2` });
    const { links, ...meta } = body.meta;
    assert.deepEqual(meta, { current_page: 1, from: 1, last_page: 2, path: url, per_page: 10, to: 10, total: 14 });
    assert.equal(links.length, 4);
  });

  it('follow search, order and page size, and repeat these in the page URLs', async () => {
    const body = await list('?search=.example&sort_by=domain&sort=asc&per_page=10&page=2');
    assert.deepEqual(domainsOf(body), ['b10.example', 'b11.example']);
    assert.equal(
      body.links.prev,
      `${BASE_URL}/api/v1/websites?search=.example&sort_by=domain&sort=asc&per_page=10&page=1`,
    );
  });

  it('search literally', async () => {
    assert.deepEqual(domainsOf(await list('?search=a_x')), []);
    assert.deepEqual(domainsOf(await list('?search=%25')), []);
    assert.deepEqual(domainsOf(await list('?search=a-x&search_by=domain')), ['a-x.test']);
  });

  it('search for a host or a URL as for its domain', async () => {
    for (const search of ['https://www.A-X.test/', 'WWW.a-x.test', 'https://a-x.test:8443/blog', 'a-x.test.'])
      assert.deepEqual(domainsOf(await list(`?search=${encodeURIComponent(search)}`)), ['a-x.test'], search);
  });

  it('are empty past the end', async () => {
    const { data, meta } = await list('?page=3');
    assert.deepEqual([data, meta.from, meta.to, meta.current_page, meta.last_page], [[], null, null, 3, 2]);
  });

  it('are empty without a match, but still have one page', async () => {
    const { data, meta } = await list('?search=nothing-here');
    assert.deepEqual([data, meta.total, meta.last_page, meta.from], [[], 0, 1, null]);
  });
});
