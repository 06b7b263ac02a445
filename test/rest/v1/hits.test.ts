import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { foldAll, hitOf } from '../../support/hits.ts';
import { type RestServer, startRest } from '../../support/rest.ts';

const RANGE = 'from=2026-03-10&to=2026-03-11';

eachDatabase('REST hits', open => {
  let rest: RestServer;
  let path: string;
  beforeAll(async () => {
    rest = await startRest(await open());
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'hits.example' } });
    const website: number = body.data.id;
    path = `/websites/${website}/hits`;
    const time = Date.parse('2026-03-10T12:00:00Z');
    const aa = {
      website,
      visitor: '00000000000000aa',
      values: { page: '/a', country: 'DE:Germany', campaign: '=1+1' },
    };
    await foldAll(rest.database, rest.place, [
      [
        hitOf({ ...aa, time }),
        hitOf({ ...aa, time: time + 1000, kind: 'event', amount: '9.90', unit: 'EUR', values: { event: 'Buy' } }),
        hitOf({ website, time: time + 2000, visitor: '', values: { page: '/nobody' } }),
        ...Array.from({ length: 2_100 }, (_, at) =>
          hitOf({ website, time: time + 86_400_000 + at, visitor: '00000000000000bb', values: { page: '/many' } }),
        ),
        hitOf({ ...aa, time: time + 5 * 86_400_000 }),
      ],
    ]);
  });
  afterAll(() => rest.close());

  it('are exported as JSON with the values of their visits, without identifying anyone', async () => {
    for (const file of [path, `${path}.json`]) {
      const { status, headers, body, text } = await rest.call('GET', `${file}?${RANGE}`, { key: rest.keys.read });
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8']);
      assert.equal(body.length, 2_103);
      const event = body.find((hit: { kind: string }) => hit.kind === 'event');
      const { time, day, visitor, visit, amount, unit, country } = event;
      assert.deepEqual(
        { time, day, event: event.event, amount, unit, country },
        {
          time: '2026-03-10T12:00:01.000Z',
          day: '2026-03-10',
          event: 'Buy',
          amount: '9.90',
          unit: 'EUR',
          country: 'DE:Germany',
        },
      );
      const nobody = body.find((hit: { page: string }) => hit.page === '/nobody');
      assert.deepEqual([nobody.visitor, nobody.visit, nobody.country], [null, null, null]);
      assert.deepEqual([typeof visitor, typeof visit], ['number', 'number']);
      assert.doesNotMatch(text, /00aa|00bb/);
    }
  });

  it('are exported as CSV at .csv and for Accept: text/csv, safe for spreadsheets', async () => {
    const csv = await rest.call('GET', `${path}.csv?${RANGE}`);
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
    const lines = csv.text.split('\r\n');
    assert.deepEqual([lines.length, lines.at(-1)], [2_105, '']);
    assert.match(lines[0] ?? '', /^time,day,kind,visitor,visit,page,event,amount,unit,/);
    assert.ok(csv.text.includes(",'=1+1,") && !csv.text.includes(',=1+1,'));
    const accepted = await rest.call('GET', `${path}?${RANGE}`, { headers: { Accept: 'text/csv' } });
    assert.equal(accepted.text, csv.text);
    assert.equal((await rest.call('HEAD', `${path}.csv?${RANGE}`)).text, '');
  });

  it('are an empty list, or only a header line, if there are none', async () => {
    assert.deepEqual((await rest.call('GET', `${path}?from=1970-01-01&to=1970-01-02`)).body, []);
    const { text } = await rest.call('GET', `${path}.csv?from=1970-01-01&to=1970-01-02`);
    assert.match(text, /^time,day,[\w,]+\r\n$/);
  });

  it('are visible only to the account of the website', async () => {
    for (const format of ['', '.csv', '.json']) {
      const other = await rest.call('GET', `${path}${format}?${RANGE}`, { key: rest.keys.other });
      assert.deepEqual([other.status, other.body], [404, { message: 'Resource not found.' }]);
      assert.equal((await rest.call('GET', `/websites/999999/hits${format}?${RANGE}`)).status, 404);
      assert.equal((await rest.call('GET', `${path}${format}?${RANGE}`, { key: null })).status, 401);
    }
  });

  for (const [query, fields] of [
    ['', ['from', 'to']],
    ['from=&to=2026-03-11', ['from']],
    ['from=2026-02-29&to=2026-03-01', ['from']],
    ['from=2026-03-02&to=2026-03-01', ['from', 'to']],
  ] as const)
    it(`reject "${query}" for ${fields.join(' and ')}, as statistics do`, async () => {
      const { status, body } = await rest.call('GET', `${path}.csv?${query}`);
      assert.deepEqual([status, Object.keys(body.errors)], [422, fields]);
      const stats = await rest.call('GET', `${path.replace(/websites(.*)\/hits/, 'stats$1')}?name=page&${query}`);
      // Hits have no named ranges.
      const orRange = ', or use a range instead of both days, such as range=last_30_days';
      assert.deepEqual(body, JSON.parse(stats.text.replaceAll(orRange, '')));
    });
});
