import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { NAMED_STATISTICS, STATISTICS } from '../../../src/domain/statistics.ts';
import { eachDatabase } from '../../support/databases.ts';
import { foldAll, hitOf } from '../../support/hits.ts';
import { BASE_URL, type RestServer, startRest } from '../../support/rest.ts';

const RANGE = 'from=2026-03-10&to=2026-03-11';

eachDatabase('REST statistics', open => {
  let rest: RestServer;
  let path: string;
  beforeAll(async () => {
    rest = await startRest(await open());
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'stats.example' } });
    const website: number = body.data.id;
    path = `/stats/${website}`;
    const pages = ['/', '/', '/', '/a', '/a', '/A', '/100%25', '/=1+1', '/"q",x', '/%E2%82%AC'];
    for (let page = 0; page < 20; page++) pages.push(`/many/${String(page).padStart(2, '0')}`);
    const hits = pages.map((page, index) =>
      hitOf({
        website,
        time: Date.parse('2026-03-10T12:00:00Z') + index * 1000,
        visitor: (index % 4).toString(16).padStart(16, '0'),
        values: { page, country: index % 2 ? 'DE:Germany' : '', campaign: index === 5 ? '=HYPERLINK("x")' : '' },
      }),
    );
    await foldAll(rest.database, rest.place, [hits]);
  });
  afterAll(() => rest.close());

  it('are a flat page of values and counts, largest first', async () => {
    const { status, body } = await rest.call('GET', `${path}?name=page&${RANGE}`);
    assert.equal(status, 200);
    assert.deepEqual(body.data.slice(0, 2), [
      { value: '/', count: 3 },
      { value: '/a', count: 2 },
    ]);
    const { data, links, ...rest_ } = body;
    const url = `${BASE_URL}/api/v1${path}`;
    const at = (page: number) => `${url}?name=page&${RANGE}&page=${page}`;
    assert.deepEqual([data.length, links.length], [10, 5]);
    assert.deepEqual(rest_, {
      current_page: 1,
      first_page_url: at(1),
      from: 1,
      last_page: 3,
      last_page_url: at(3),
      next_page_url: at(2),
      path: url,
      per_page: 10,
      prev_page_url: null,
      to: 10,
      total: 27,
    });
  });

  it('neither lose nor repeat a row from page to page', async () => {
    for (const order of ['', '&sort=asc', '&sort_by=value', '&sort_by=value&sort=asc']) {
      const values: string[] = [];
      for (let page = 1; page <= 3; page++) {
        const { body } = await rest.call('GET', `${path}?name=page&${RANGE}&page=${page}${order}`);
        values.push(...body.data.map((row: { value: string }) => row.value));
      }
      assert.deepEqual([values.length, new Set(values).size], [27, 27]);
    }
  });

  it('cannot be searched for a text that is longer than any value', async () => {
    for (const target of [`${path}?name=page&${RANGE}`, '/websites?']) {
      const { status, body } = await rest.call('GET', `${target}&search=${'x'.repeat(256)}`);
      assert.equal(status, 422, target);
      assert.match(body.errors.search[0], /^No value is longer than 255 characters; use a shorter search than "x+…"\./);
      assert.equal((await rest.call('GET', `${target}&search=${'é'.repeat(255)}`)).status, 200);
    }
  });

  it('can be searched literally, by value or by its older name url', async () => {
    for (const [search, found] of [
      ['/many/1', 10],
      ['%', 2],
      ['%25', 1],
      ['_', 0],
      ['€', 0],
      ['nothing', 0],
    ] as const)
      for (const by of ['', '&search_by=url', '&search_by=value']) {
        const { body } = await rest.call('GET', `${path}?name=page&${RANGE}&search=${encodeURIComponent(search)}${by}`);
        assert.equal(body.total, found, `${search} ${by}`);
      }
  });

  it('have a row for the empty value', async () => {
    const { body } = await rest.call('GET', `${path}?name=country&${RANGE}`);
    assert.deepEqual(body.data.map((row: { value: string }) => row.value).sort(), ['', 'DE:Germany']);
  });

  it('have no rows for an empty range and for a page past the end', async () => {
    const none = await rest.call('GET', `${path}?name=page&from=1970-01-01&to=1970-01-01`);
    assert.deepEqual(
      [none.body.data, none.body.total, none.body.last_page, none.body.from, none.body.to],
      [[], 0, 1, null, null],
    );
    const past = await rest.call('GET', `${path}?name=page&${RANGE}&page=2147483647`);
    assert.deepEqual([past.status, past.body.data, past.body.from, past.body.total], [200, [], null, 27]);
  });

  it('accept any range from 1970 on', async () => {
    const { body } = await rest.call('GET', `${path}?name=pageviews&from=1970-01-01&to=9999-12-31`);
    assert.deepEqual(body.data, [{ value: '2026-03-10', count: 30 }]);
  });

  for (const statistic of STATISTICS) {
    const { name } = statistic;
    it(`include ${name}`, async () => {
      const { status, body } = await rest.call('GET', `${path}?name=${name}&${RANGE}`);
      assert.equal(status, 200);
      if (!('skipEmpty' in statistic)) assert.equal(body.total > 0, name !== 'event');
    });
  }

  it('list the known names in the error', async () => {
    const names = NAMED_STATISTICS.map(({ name }) => name).join(', ');
    for (const [query, message] of [
      ['', `The name is missing; use one of ${names}.`],
      ['name=&', `The name is missing; use one of ${names}.`],
      ['name=Page&', `The name "Page" is not a statistic; use one of ${names}.`],
      ['name=constructor&', `The name "constructor" is not a statistic; use one of ${names}.`],
    ]) {
      const { status, body } = await rest.call('GET', `${path}?${query}${RANGE}`);
      assert.deepEqual([status, body], [422, { message, errors: { name: [message] } }]);
    }
  });

  for (const [query, fields] of [
    ['', ['name', 'from', 'to']],
    ['name=page', ['from', 'to']],
    ['name=page&from=&to=%20', ['from', 'to']],
    ['name=page&from=2026-02-29&to=2026-03-01', ['from']],
    ['name=page&from=1969-12-31&to=2026-03-01', ['from']],
    ['name=page&from=2026-1-1&to=01.03.2026', ['from', 'to']],
    ['name=page&from=2026-01-01T00:00:00Z&to=10000-01-01', ['from', 'to']],
    ['name=page&from=2026-03-02&to=2026-03-01', ['from', 'to']],
    ['name=nope&from=2026-03-02&to=2026-03-01', ['name', 'from', 'to']],
  ] as const)
    it(`reject "${query}" for ${fields.join(' and ')}`, async () => {
      const { status, body } = await rest.call('GET', `${path}?${query}`);
      assert.deepEqual([status, Object.keys(body.errors)], [422, fields]);
      assert.equal(body.message, body.errors[fields[0]][0]);
    });

  it('are CSV at .csv, whatever Accept says, safe for spreadsheets', async () => {
    for (const accept of ['application/json', '*/*', 'text/csv']) {
      const { status, headers, text } = await rest.call(
        'GET',
        `${path}.csv?name=page&${RANGE}&sort_by=value&sort=asc`,
        { headers: { Accept: accept } },
      );
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
      assert.equal(text.slice(0, 80).split('\r\n').slice(0, 4).join('|'), 'value,count|/,3|"/""q"",x",1|/%E2%82%AC,1');
    }
    const { text } = await rest.call('GET', `${path}.csv?name=campaign&${RANGE}`);
    assert.equal(text, `value,count\r\n"'=HYPERLINK(""x"")",1\r\n`);
  });

  it('are all in a file, however many, in the order of the pages', async () => {
    const hits = Array.from({ length: 250 }, (_, at) =>
      hitOf({
        website: Number(path.slice('/stats/'.length)),
        time: Date.parse('2026-02-10T12:00:00Z') + at,
        visitor: (at % 9).toString(16).padStart(16, '0'),
        values: { page: `/${at % 211}` },
      }),
    );
    await foldAll(rest.database, rest.place, [hits]);
    const february = 'name=page&from=2026-02-01&to=2026-02-28';
    const paged: { value: string; count: number }[] = [];
    for (let page = 1; page <= 3; page++)
      paged.push(...(await rest.call('GET', `${path}?${february}&per_page=100&page=${page}`)).body.data);
    assert.equal(paged.length, 211);
    const lines = ['value,count', ...paged.map(({ value, count }) => `${value},${count}`), ''].join('\r\n');
    const csv = await rest.call('GET', `${path}.csv?${february}`);
    assert.equal(csv.text, lines);
    const accepted = await rest.call('GET', `${path}?${february}&page=2`, { headers: { Accept: 'text/csv' } });
    assert.equal(accepted.text, lines);
    const json = await rest.call('GET', `${path}.json?${february}`);
    assert.deepEqual(json.body, paged);
    assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual((await rest.call('GET', `${path}.json?name=event&${RANGE}`)).body, []);
    assert.equal((await rest.call('HEAD', `${path}.csv?${february}`)).text, '');
    assert.match(
      (await rest.call('GET', `${path}.csv?${february}&page=2`)).headers.get('x-footfall-notice') ?? '',
      /page/,
    );
  });

  it('count only visits that match a filter', async () => {
    const german = '{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}';
    const query = (filter: string) => `name=country&${RANGE}&filter=${encodeURIComponent(filter)}`;
    const { body } = await rest.call('GET', `${path}?${query(german)}`);
    assert.deepEqual(body.data, [{ value: 'DE:Germany', count: 2 }]);
    assert.match(body.first_page_url, /&filter=%7B%22name/);
    const lowered = '{"name":"country","operator":"is","values":["DE:Germany"]}';
    const same = await rest.call('GET', `${path}?${query(lowered).replace('=country', '=COUNTRY')}`);
    assert.deepEqual(same.body.data, body.data);
    const not = await rest.call('GET', `${path}.json?${query(`{"not":${german}}`)}`);
    assert.deepEqual(not.body, [{ value: '', count: 2 }]);
    for (const [filter, fault] of [
      ['country', /not valid JSON/],
      ['[]', /is not an object/],
      ['{"name":"county","operator":"is","values":["x"]}', /"county" of the filter is not a statistic/],
      ['{"name":"COUNTRY","operator":"LIKE","values":["x"]}', /"LIKE" of the filter is not one of IS,/],
      ['{"name":"COUNTRY","operator":"IS","values":"x"}', /not a list of strings/],
      ['{"and":{}}', /the and of the filter is not a list/i],
      ['{"__proto__":{},"constructor":1}', /has the unknown key "__proto__"/],
      ['{"name":"VISITORS","operator":"IS","values":["x"]}', /VISITORS cannot be filtered on/],
      [`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`, /nested more than 5 levels deep/],
    ] as const) {
      const refused = await rest.call('GET', `${path}?${query(filter)}`);
      assert.equal(refused.status, 422);
      assert.match(refused.body.errors.filter[0], fault);
    }
  });

  it('have headers for their basis and freshness', async () => {
    const german = encodeURIComponent('{"name":"COUNTRY","operator":"IS","values":["DE:Germany"]}');
    for (const file of [path, `${path}.csv`, `${path}.json`])
      for (const [filter, basis] of [
        ['', 'ROLLUP'],
        [`&filter=${german}`, 'HITS'],
      ]) {
        const { headers } = await rest.call('GET', `${file}?name=page&${RANGE}${filter}`);
        assert.equal(headers.get('x-footfall-basis'), basis);
        const freshAt = headers.get('x-footfall-fresh-at') ?? '';
        assert.equal(new Date(freshAt).toISOString(), freshAt);
      }
    assert.equal((await rest.call('HEAD', `${path}?name=page&${RANGE}`)).headers.get('x-footfall-basis'), 'ROLLUP');
    assert.equal((await rest.call('GET', `${path}?name=nope`)).headers.get('x-footfall-basis'), null);
  });

  it('report errors as JSON even if CSV is requested', async () => {
    const { status, body } = await rest.call('GET', `${path}.csv?name=nope`, { headers: { Accept: 'text/csv' } });
    assert.deepEqual([status, Object.keys(body)], [422, ['message', 'errors']]);
    assert.equal((await rest.call('GET', `/stats/999999.csv?name=page&${RANGE}`)).status, 404);
  });
});
