import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { columnName, metricsIn } from '../../../src/domain/metrics.ts';
import { eachDatabase } from '../../support/databases.ts';
import { foldAll, hitOf } from '../../support/hits.ts';
import { type RestServer, startRest } from '../../support/rest.ts';

const RANGE = 'from=2026-03-10&to=2026-03-10';
const NOON = Date.parse('2026-03-10T12:00:00Z');

eachDatabase('Fields of REST statistics', open => {
  let rest: RestServer;
  let path: string;
  beforeAll(async () => {
    rest = await startRest(await open());
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'fields.example' } });
    const website: number = body.data.id;
    path = `/stats/${website}`;
    const at = (seconds: number, page: string) => ({ website, time: NOON + seconds * 1000, values: { page } });
    const engagement = { kind: 'engagement', seconds: 12, depth: 80 } as const;
    const other = { visitor: '00000000000000bb' };
    const sold = (amount: string, unit: string) => ({
      ...at(6, '/'),
      ...other,
      kind: 'event' as const,
      interactive: false,
      values: { event: 'Buy' },
      amount,
      unit,
    });
    await foldAll(rest.database, rest.place, [
      [
        hitOf(at(0, '/')),
        hitOf(at(20, '/b')),
        hitOf({ ...at(30, '/'), ...engagement }),
        hitOf({ ...at(5, '/'), ...other }),
        ...['499.5', '0.01', '-20'].map(amount => hitOf(sold(amount, 'EUR'))),
        hitOf(sold('7', '')),
      ],
    ]);
  });
  afterAll(() => rest.close());

  it('are added to each row of a page and of a file', async () => {
    const fields = 'share,%20time_on_page,scroll_depth,exit_rate,visits,count,share';
    const { body } = await rest.call('GET', `${path}?name=page&${RANGE}&fields=${fields}`);
    const rows = [
      { value: '/', count: 2, share: 2 / 3, time_on_page: 12, scroll_depth: 80, exit_rate: 0.5, visits: null },
      { value: '/b', count: 1, share: 1 / 3, time_on_page: null, scroll_depth: null, exit_rate: 1, visits: null },
    ];
    assert.deepEqual(body.data, rows);
    assert.match(body.first_page_url, /&fields=share%2C%20time_on_page%2C/);
    assert.deepEqual((await rest.call('GET', `${path}.json?name=page&${RANGE}&fields=${fields}`)).body, rows);
    const visits = await rest.call('GET', `${path}?name=browser&${RANGE}&fields=visits,bounce_rate,label`);
    assert.deepEqual(visits.body.data, [{ value: '', count: 2, visits: 2, bounce_rate: 0.5, label: 'Unknown' }]);
  });

  it('are the amounts of events by any value of visits, also in files, with what they are computed from', async () => {
    const ask = (file: string, name: string) => rest.call('GET', `${path}${file}?name=${name}&${RANGE}&fields=amounts`);
    const amounts = [
      { unit: '', sum: '7' },
      { unit: 'EUR', sum: '479.51' },
    ];
    for (const [name, value, count, basis] of [
      ['event', 'Buy', 4, 'ROLLUP'],
      ['browser', '', 2, 'MIXED'],
    ] as const) {
      const { body, headers } = await ask('', name);
      assert.deepEqual(body.data, [{ value, count, amounts }], name);
      assert.equal(headers.get('x-footfall-basis'), basis);
      assert.deepEqual((await ask('.json', name)).body, [{ value, count, amounts }]);
      assert.equal((await ask('.csv', name)).text, `value,count,amounts\r\n${value},${count},7; EUR 479.51\r\n`);
    }
    assert.deepEqual((await ask('', 'page')).body.data[0], { value: '/', count: 2, amounts: [] });
  });

  it('say from which day on amounts are known once hits are gone', async () => {
    const { dialect } = rest.database;
    const ask = (name: string) => rest.call('GET', `${path}?name=${name}&from=2026-03-01&to=2026-03-10&fields=amounts`);
    await dialect.run('UPDATE website_fold SET kept_from = 20517');
    const answers = await Promise.all([ask('event'), ask('browser')]);
    await dialect.run('UPDATE website_fold SET kept_from = 0');
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('x-footfall-amounts-from')),
      [null, '2026-03-05'],
    );
  });

  it('name the host of a page once the website has several', async () => {
    let own = path;
    const hosts = async (name: string) =>
      (await rest.call('GET', `${own}?name=${name}&${RANGE}&fields=host`)).body.data.map(
        ({ host }: { host: string | null }) => host,
      );
    assert.deepEqual(await hosts('page'), [null, null]);
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'hosts.example' } });
    const website: number = body.data.id;
    const hit = (page: string, host: string, seconds: number) =>
      hitOf({ website, time: NOON + seconds * 1000, values: { page, host } });
    await foldAll(rest.database, rest.place, [
      [hit('/', 'hosts.example', 0), hit('/', 'a.hosts.example', 1), hit('/', 'a.hosts.example', 2)],
    ]);
    own = `/stats/${website}`;
    assert.deepEqual(await hosts('page'), ['a.hosts.example']);
    assert.deepEqual(await hosts('landing_page'), ['hosts.example']);
    assert.deepEqual(await hosts('browser'), [null]);
    const { text } = await rest.call('GET', `${own}.csv?name=exit_page&${RANGE}&fields=host`);
    assert.equal(text, 'value,count,host\r\n/,1,a.hosts.example\r\n');
  });

  it('are value and count alone unless they are asked for', async () => {
    for (const fields of ['', '&fields=', '&fields=value,count']) {
      const { body } = await rest.call('GET', `${path}?name=page&${RANGE}${fields}`);
      assert.deepEqual(Object.keys(body.data[0]), ['value', 'count']);
    }
  });

  it('are refused with the list of those that exist', async () => {
    const { status, body } = await rest.call('GET', `${path}?name=page&${RANGE}&fields=visits,nothing`);
    assert.equal(status, 422);
    const metrics = metricsIn('rows').map(({ name }) => columnName(name));
    const known = [
      'label',
      'share',
      ...metrics,
      'exit_rate',
      'time_on_page',
      'scroll_depth',
      'imported',
      'amounts',
      'host',
    ];
    assert.deepEqual(body.errors.fields, [
      `The field "nothing" does not exist; use some of ${known.join(', ')}, separated by commas.`,
    ]);
  });
});
