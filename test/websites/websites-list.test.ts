import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { Viewer } from '../../src/accounts/viewer.ts';
import type { Database } from '../../src/db/open.ts';
import { createWebsite, listWebsites, listWebsitesOf, type WebsiteQuery } from '../../src/websites/websites.ts';
import { databasesOf, newViewer } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

const ALL: WebsiteQuery = { search: null, sortBy: 'ID', sort: 'DESC', perPage: 10, page: 1 };
const DOMAINS = ['b.example', 'a-b.example', 'ab.example', 'c.test', '10.0.0.1', 'xn--bcher-kva.test'];

eachDatabase('A list of websites', open => {
  const { fresh } = databasesOf(open);
  let database: Database;
  let viewer: Viewer;
  beforeAll(async () => {
    ({ database } = await fresh());
    viewer = await newViewer(database, 'WRITE');
    for (const domain of DOMAINS) await createWebsite(database, viewer, { domain });
    await createWebsite(database, await newViewer(database), { domain: 'strange.example' });
  });
  async function list(query: Partial<WebsiteQuery>) {
    const { rows, total } = await listWebsites(database, viewer, { ...ALL, ...query });
    return { domains: rows.map(({ domain }) => domain), total };
  }

  it('contains the viewer’s websites, the last registered first', async () => {
    assert.deepEqual(await list({}), { domains: DOMAINS.toReversed(), total: 6 });
    assert.deepEqual(await list({ sort: 'ASC' }), { domains: DOMAINS, total: 6 });
    await assert.rejects(listWebsites(database, null, ALL), { code: 'UNAUTHENTICATED' });
  });

  it('is ordered by domain in the same way on every engine', async () => {
    const sorted = ['10.0.0.1', 'a-b.example', 'ab.example', 'b.example', 'c.test', 'xn--bcher-kva.test'];
    assert.deepEqual((await list({ sortBy: 'DOMAIN', sort: 'ASC' })).domains, sorted);
    assert.deepEqual((await list({ sortBy: 'DOMAIN', sort: 'DESC' })).domains, sorted.toReversed());
  });

  it('has pages that repeat and lose nothing; pages past the end are empty', async () => {
    const pages = [];
    for (let page = 1; page <= 4; page++) pages.push((await list({ perPage: 2, page })).domains);
    assert.deepEqual(pages.flat(), DOMAINS.toReversed());
    assert.deepEqual(
      pages.map(page => page.length),
      [2, 2, 2, 0],
    );
    assert.deepEqual(await list({ perPage: 100, page: 2 ** 31 }), { domains: [], total: 6 });
  });

  it('is searched for a literal part of the domain, regardless of case', async () => {
    assert.deepEqual(await list({ search: 'B.ex' }), { domains: ['ab.example', 'a-b.example', 'b.example'], total: 3 });
    assert.deepEqual(await list({ search: '.0.0.', perPage: 1 }), { domains: ['10.0.0.1'], total: 1 });
    assert.deepEqual(await list({ search: '.example', perPage: 2, page: 2 }), { domains: ['b.example'], total: 3 });
    for (const search of ['', ' ']) assert.equal((await list({ search })).total, 6);
    for (const search of [
      '%',
      '_',
      'a_b',
      '\\',
      "'",
      '\0',
      '\ud800',
      'İ',
      '!',
      'strange',
      'a.example',
      'x'.repeat(1e5),
    ]) {
      assert.deepEqual(await list({ search }), { domains: [], total: 0 }, search);
    }
  });

  it('is searched for a host or URL as the domain it is registered under, and for a part of a domain as it is', async () => {
    for (const [search, domains] of [
      ['https://www.A-B.Example/blog?x#y', ['a-b.example']],
      ['www.ab.example', ['ab.example']],
      ['www.c.t', ['c.test']],
      ['http://c.test:8080', ['c.test']],
      ['https://10.0.0.1/', ['10.0.0.1']],
      ['10.0', ['10.0.0.1']],
      ['https://', []],
      ['bücher.test', ['xn--bcher-kva.test']],
      ['https://www.bücher.test/', ['xn--bcher-kva.test']],
      ['Büch', ['xn--bcher-kva.test']],
      ['ücher.t', ['xn--bcher-kva.test']],
      ['xn--', ['xn--bcher-kva.test']],
    ] as const)
      assert.deepEqual((await list({ search })).domains, domains, search);
  });

  it('shows operators the websites of all accounts', async () => {
    const { rows, total } = await listWebsitesOf(database, null, { ...ALL, perPage: Number.MAX_SAFE_INTEGER });
    assert.deepEqual([rows.length, total], [7, 7]);
    assert.equal((await listWebsitesOf(database, viewer.account.id, ALL)).total, 6);
  });
});
