import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { dateOf } from '../../../src/domain/calendar.ts';
import { eachDatabase } from '../../support/databases.ts';
import { foldAll, hitOf } from '../../support/hits.ts';
import { BASE_URL, type RestServer, startRest } from '../../support/rest.ts';

const DAY = 86_400_000;
const MISSING = { message: 'Resource not found.' };

interface Made {
  readonly id: string;
  readonly token: string;
  readonly link: string;
}

eachDatabase('A share over REST', open => {
  let rest: RestServer;
  let site: number;
  let other: number;
  beforeAll(async () => {
    rest = await startRest(await open());
    const add = async (domain: string) => (await rest.call('POST', '/websites', { body: { domain } })).body.data.id;
    [site, other] = [await add('site.example'), await add('other.example')];
    const hit = (website: number, page: string, daysAgo = 1) =>
      hitOf({ website, time: Date.now() - daysAgo * DAY - 1_000, values: { page } });
    await foldAll(rest.database, rest.place, [
      [hit(site, '/a'), hit(site, '/a'), hit(site, '/b', 3), hit(site, '/old', 40), hit(other, '/secret')],
    ]);
  });
  afterAll(() => rest.close());

  const share = async (body: object = { name: 'Sheet' }, website = site): Promise<Made> =>
    (await rest.call('POST', `/websites/${website}/shares`, { body })).body.data;
  /** Sends a request without an API key. */
  const call = (method: string, path: string) => rest.call(method, path, { key: null });
  const get = (path: string) => call('GET', path);
  const today = dateOf(Math.floor(Date.now() / DAY));
  const days = `from=${dateOf(Math.floor(Date.now() / DAY) - 5)}&to=${dateOf(Math.floor(Date.now() / DAY) + 1)}`;

  it('has a link that a spreadsheet can read as it is: the pages of the last 30 days', async () => {
    const { link, token } = await share();
    assert.equal(link, `${BASE_URL}/api/v1/stats/${site}.csv?name=page&range=last_30_days&share=${token}`);
    const { status, text } = await get(link.slice(`${BASE_URL}/api/v1`.length));
    assert.deepEqual([status, text], [200, 'value,count\r\n/a,2\r\n/b,1\r\n']);
  });

  it('reads every form of a statistic, and stays in the URLs of its pages', async () => {
    const { token } = await share();
    const rows = [
      { value: '/a', count: 2 },
      { value: '/b', count: 1 },
    ];
    const page = await get(`/stats/${site}?share=${token}&name=page&${days}&per_page=10`);
    assert.deepEqual(page.body.data, rows);
    const query = `name=page&${days}&per_page=10&share=${token}&page=1`;
    assert.equal(page.body.first_page_url, `${BASE_URL}/api/v1/stats/${site}?${query}`);
    assert.equal(page.headers.get('x-footfall-notice'), null);
    assert.deepEqual((await get(`/stats/${site}.json?name=page&${days}&share=${token}`)).body, rows);
    const strict = { key: null, headers: { Prefer: 'handling=strict', Authorization: 'Basic cHJveHk6cHJveHk=' } };
    assert.equal((await rest.call('GET', `/stats/${site}?name=page&${days}&share=${token}`, strict)).status, 200);
    assert.equal((await call('HEAD', `/stats/${site}?name=page&${days}&share=${token}`)).status, 200);
  });

  it('reads nothing else', async () => {
    const { token, id } = await share();
    for (const [method, path, status] of [
      ['GET', '/websites', 401],
      ['GET', `/websites/${site}`, 401],
      ['GET', `/websites/${site}/hits.csv`, 401],
      ['GET', `/websites/${site}/shares`, 401],
      ['POST', `/websites/${site}/shares`, 401],
      ['DELETE', `/websites/${site}/shares/${id}`, 401],
      ['PATCH', `/websites/${site}`, 401],
      ['DELETE', `/websites/${site}`, 401],
      ['POST', `/stats/${site}`, 405],
      ['DELETE', `/stats/${site}.csv`, 405],
    ] as const) {
      const reply = await call(method, `${path}?name=page&${days}&share=${token}`);
      assert.equal(reply.status, status, `${method} ${path}`);
    }
  });

  it('is as unknown as the website if it is wrong, deleted, expired or of another website', async () => {
    const { token } = await share();
    const deleted = await share();
    assert.deepEqual((await rest.call('DELETE', `/websites/${site}/shares/${deleted.id}`)).body, {
      data: { id: deleted.id, deleted: true },
    });
    const expired = await share({ name: 'Soon', expires_at: new Date(Date.now() + 60_000).toISOString() });
    const read = (id: number | string, sent: string) => get(`/stats/${id}.csv?name=page&range=today&share=${sent}`);
    assert.equal((await read(site, expired.token)).status, 200);
    rest.advance(61_000);
    for (const [id, sent] of [
      [site, deleted.token],
      [site, expired.token],
      [site, ''],
      [site, `${token}x`],
      [site, rest.keys.write],
      [site, (await share({ name: 'Other' }, other)).token],
      [other, token],
      [999, token],
      ['x', token],
    ] as const) {
      const reply = await read(id, sent);
      assert.deepEqual([reply.status, reply.body], [404, MISSING], `${id} ${sent}`);
    }
  });

  it('gives way to an API key', async () => {
    const { token } = await share();
    const read = (key: string, sent = token) =>
      rest.call('GET', `/stats/${site}.csv?name=page&range=today&share=${sent}`, { key });
    const right = await read(rest.keys.read, 'wrong');
    assert.deepEqual([right.status, right.headers.get('x-footfall-notice')], [200, null]);
    assert.equal((await read(rest.keys.other)).status, 404);
    assert.equal((await read('ff_wrong')).status, 401);
  });

  it('is listed without its token, and created and deleted with a WRITE key of the account', async () => {
    const made = await share({ name: 'Listed' });
    const path = `/websites/${site}/shares`;
    const list = await rest.call('GET', path, { key: rest.keys.read });
    const { token, link: _link, page_link: _page, ...listed } = made as Made & Record<string, unknown>;
    assert.deepEqual(list.body.data.at(-1), listed);
    assert.equal(list.text.includes(token), false);
    for (const [method, where, key, status] of [
      ['GET', path, rest.keys.other, 404],
      ['POST', path, rest.keys.other, 404],
      ['POST', path, rest.keys.read, 403],
      ['DELETE', `${path}/${made.id}`, rest.keys.other, 404],
      ['DELETE', `${path}/${made.id}`, rest.keys.read, 403],
      ['DELETE', `/websites/${other}/shares/${made.id}`, rest.keys.write, 404],
      ['DELETE', `${path}/none`, rest.keys.write, 404],
    ] as const) {
      const body = method === 'POST' ? { name: 'x' } : undefined;
      assert.equal((await rest.call(method, where, { key, body })).status, status, `${method} ${where}`);
    }
    const { status, headers } = await rest.call('POST', path, { body: 'name=Form' });
    assert.equal(status, 201);
    assert.match(headers.get('location') ?? '', new RegExp(`^${BASE_URL}/api/v1${path}/[0-9A-Za-z]{12}$`));
  });

  it('is refused beyond 50, with the reason', async () => {
    const full = (await rest.call('POST', '/websites', { body: { domain: 'full.example' } })).body.data.id;
    for (let number = 0; number < 50; number++) await share({ name: `${number}` }, full);
    const refused = await rest.call('POST', `/websites/${full}/shares`, { body: { name: 'One more' } });
    assert.equal(refused.status, 422);
    assert.match(
      refused.body.message,
      /^The website already has 50 share links, which is the maximum; delete one first\.$/,
    );
  });

  it('is counted like a caller without a key, also with a wrong token', async () => {
    const limited = await startRest(await open(), { rateLimit: 3 });
    const statuses = [];
    for (const token of ['ffs_wrong', 'x', '', 'y'])
      statuses.push(
        (await limited.call('GET', `/stats/1.csv?share=${token}&name=page&range=today`, { key: null })).status,
      );
    await limited.close();
    assert.deepEqual(statuses, [404, 404, 404, 429]);
  });

  it('is never in the log', async () => {
    const { token } = await share();
    await get(`/stats/${site}.csv?name=page&range=today&share=${token}`);
    await get(`/stats/${other}.csv?name=page&range=today&share=${token}`);
    assert.equal(rest.logged.join('').includes(token.slice(0, 12)), false);
  });

  it('takes a named range for files, with or without a share, or both days', async () => {
    const read = async (query: string) => (await rest.call('GET', `/stats/${site}.csv?name=page&${query}`)).text;
    assert.equal(await read('range=all'), 'value,count\r\n/a,2\r\n/b,1\r\n/old,1\r\n');
    const refused = async (query: string) =>
      (await rest.call('GET', `/stats/${site}.csv?name=page&${query}`)).body.errors;
    assert.match((await refused('range=ever')).range[0], /^"ever" is not a range; use one of today, yesterday, /);
    assert.deepEqual(await refused(`range=today&from=${today}`), {
      from: ['Both range and from are given; use either the range or the two days.'],
    });
    assert.deepEqual(Object.keys(await refused('')), ['from', 'to']);
    assert.deepEqual((await refused(`from=${today}`)).to, [
      'The to date is missing; enter the last day as YYYY-MM-DD, such as 2026-01-31, or use a range instead of both days, such as range=last_30_days.',
    ]);
  });

  it('takes a named range and a byte order mark at the path of the page if the client accepts CSV', async () => {
    const { token } = await share();
    const read = async (query: string, headers: Record<string, string> = {}) =>
      rest.call('GET', `/stats/${site}?name=page&share=${token}&${query}`, { key: null, headers });
    const csv = { Accept: 'text/csv', Prefer: 'handling=strict' };
    assert.equal((await read('range=all&bom=1', csv)).text.trim(), 'value,count\r\n/a,2\r\n/b,1\r\n/old,1');
    assert.equal((await read(`${days}&page=1&per_page=10`, csv)).text, 'value,count\r\n/a,2\r\n/b,1\r\n');
    assert.match((await read('', csv)).body.errors.from[0], /range=last_30_days/);
  });

  it('takes a named range for pages as well, whose URLs repeat it', async () => {
    const { token } = await share();
    const strict = { Prefer: 'handling=strict' };
    for (const reader of [{}, { key: null }]) {
      const path = `/stats/${site}?name=page${'key' in reader ? `&share=${token}` : ''}&range=all`;
      const { status, body, headers } = await rest.call('GET', path, { ...reader, headers: strict });
      assert.deepEqual([status, body.total], [200, 3]);
      assert.match(body.last_page_url, /\?name=page&range=all&(share=.*&)?page=1$/);
      assert.equal(headers.get('X-Footfall-Notice'), null);
    }
    const refused = async (query: string) => (await rest.call('GET', `/stats/${site}?name=page&${query}`)).body.errors;
    assert.match((await refused('range=ever')).range[0], /^"ever" is not a range; use one of today, yesterday, /);
    assert.deepEqual(await refused(`range=today&to=${today}`), {
      to: ['Both range and to are given; use either the range or the two days.'],
    });
    assert.match((await refused(`to=${today}`)).from[0], /or use a range instead of both days/);
  });
});
