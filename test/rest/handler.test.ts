import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { foldAll, hitOf } from '../support/hits.ts';
import { type RestServer, startRest } from '../support/rest.ts';

const RANGE = 'from=2026-03-10&to=2026-03-11';

eachDatabase('the format of a REST response', open => {
  let rest: RestServer;
  let website: number;
  beforeAll(async () => {
    rest = await startRest(await open());
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'formats.example' } });
    website = body.data.id;
    const time = Date.parse('2026-03-10T12:00:00Z');
    await foldAll(rest.database, rest.place, [[hitOf({ website, time, values: { page: '/a', city: 'DE:Köln' } })]]);
  });
  afterAll(() => rest.close());

  it('is CSV with a byte order mark for bom=1, in every file of CSV', async () => {
    for (const [path, head] of [
      [`/stats/${website}.csv?name=city&${RANGE}`, 'value,count\r\nDE:Köln,1\r\n'],
      [`/websites/${website}/hits.csv?${RANGE}`, 'time,day,kind,'],
    ] as const) {
      const read = async (query: string) => {
        const { origin, keys } = rest;
        const response = await fetch(`${origin}/api/v1${path}${query}`, {
          headers: { Authorization: `Bearer ${keys.read}` },
        });
        return Buffer.from(await response.arrayBuffer());
      };
      const marked = await read('&bom=1');
      assert.deepEqual([...marked.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
      assert.ok(marked.subarray(3).toString().startsWith(head));
      for (const query of ['', '&bom=0', '&bom=']) assert.deepEqual(await read(query), marked.subarray(3));
      const { status, body } = await rest.call('GET', `${path}&bom=yes`);
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['bom']]);
    }
    const json = await rest.call('GET', `/stats/${website}.json?name=city&${RANGE}&bom=1`);
    assert.equal(json.headers.get('x-footfall-notice'), 'bom is not a known parameter; ignored');
    assert.equal(json.text[0], '[');
  });

  for (const [accept, type] of [
    ['text/csv', 'text/csv'],
    ['text/csv, */*', 'text/csv'],
    ['TEXT/CSV;q=0.9, application/json;q=0.1', 'text/csv'],
    ['text/csv; charset=utf-8', 'text/csv'],
    ['text/csv;header=present; Q=0.9;x=1, application/json;charset=utf-8;q=0.8', 'text/csv'],
    ['application/json; charset=utf-8, text/csv; header=present; q=0.5', 'application/json'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/csv;q=0', 'application/json'],
    ['text/csv; charset=utf-8; q=0', 'application/json'],
    ['text/*', 'application/json'],
    ['text/html,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
    ['image/png', 'application/json'],
    ['', 'application/json'],
  ] as const)
    it(`is ${type} for Accept: ${accept}`, async () => {
      for (const path of [`/stats/${website}?name=page&${RANGE}`, `/websites/${website}/hits?${RANGE}`]) {
        const { headers } = await rest.call('GET', path, { headers: { Accept: accept } });
        assert.equal(headers.get('content-type')?.split(';')[0], type);
      }
    });
});
