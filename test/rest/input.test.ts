import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { BASE_URL, form, type RestServer, startRest } from '../support/rest.ts';

const RANGE = 'name=page&from=2026-01-01&to=2026-01-31';
const STRICT = { Prefer: 'handling=strict' };

eachDatabase('REST input', open => {
  let rest: RestServer;
  let path: string;
  let stats: string;
  beforeAll(async () => {
    rest = await startRest(await open());
    const { body } = await rest.call('POST', '/websites', { body: { domain: 'handler.example' } });
    path = `/websites/${body.data.id}`;
    stats = `/stats/${body.data.id}?${RANGE}`;
  });
  afterAll(() => rest.close());

  describe('in lenient mode, which real clients need,', () => {
    for (const [query, notice] of [
      ['per_page=7', 'per_page "7" is not one of 10, 25, 50, 100; used 10'],
      ['sort_by=id', 'sort_by "id" is not one of count, value; used count'],
      ['sort=DESC', 'sort "DESC" is not one of desc, asc; used desc'],
      ['search_by=name', 'search_by "name" is not one of value; used value'],
      ['page=0', 'page "0" is not a whole number from 1 to 2147483647; used 1'],
      ['page=-1', 'page "-1" is not a whole number from 1 to 2147483647; used 1'],
      ['page=2147483648', 'page "2147483648" is not a whole number from 1 to 2147483647; used 1'],
      ['page=1e3', 'page "1e3" is not a whole number from 1 to 2147483647; used 1'],
      ['colour=red', 'colour is not a known parameter; ignored'],
      ['name[]=x', 'name[] is not a known parameter; ignored'],
      ['__proto__=1', '__proto__ is not a known parameter; ignored'],
      ['toString=1', 'toString is not a known parameter; ignored'],
      ['constructor=1', 'constructor is not a known parameter; ignored'],
    ] as const)
      it(`falls back for ${query} with a notice`, async () => {
        const { status, headers } = await rest.call('GET', `${stats}&${query}`);
        assert.deepEqual([status, headers.get('x-footfall-notice')], [200, notice]);
      });

    for (const query of [
      'per_page=25',
      'per_page=',
      'page=%20',
      'search_by=url',
      'search_by=value',
      'sort_by=',
      'search=',
    ])
      it(`accepts ${query} without a notice`, async () => {
        const { status, headers } = await rest.call('GET', `${stats}&${query}`);
        assert.deepEqual([status, headers.get('x-footfall-notice')], [200, null]);
      });

    it('puts several notices into one header', async () => {
      const { headers } = await rest.call('GET', `/websites?per_page=1&colour=red&page=0`);
      assert.equal(
        headers.get('x-footfall-notice'),
        'per_page "1" is not one of 10, 25, 50, 100; used 10; colour is not a known parameter; ignored; page "0" is not a whole number from 1 to 2147483647; used 1',
      );
    });

    it('writes hostile values as visible ASCII and truncates long ones', async () => {
      const { headers } = await rest.call(
        'GET',
        `/websites?sort=x%0D%0ASet-Cookie:%20a%22%5C%C3%A9%F0%9F%98%80&per_page=${'9'.repeat(500)}`,
      );
      const notice = headers.get('x-footfall-notice') ?? '';
      assert.ok(
        notice.startsWith('sort "x\\u000d\\u000aSet-Cookie: a\\"\\\\\\u00e9\\ud83d\\ude00" is not one of'),
        notice,
      );
      assert.ok(notice.includes(`per_page "${'9'.repeat(80)}..." is not`), notice);
      assert.equal(headers.get('set-cookie'), null);
      const many = await rest.call(
        'GET',
        `/websites?${Array.from({ length: 300 }, (_, n) => `unknown${n}=1`).join('&')}`,
      );
      const short = many.headers.get('x-footfall-notice') ?? '';
      assert.ok(short.length < 1100 && /; and 2\d\d more$/.test(short), short);
    });

    it('uses the last value of a repeated parameter', async () => {
      const { body, headers } = await rest.call('GET', '/websites?per_page=7&per_page=25');
      assert.deepEqual([body.meta.per_page, headers.get('x-footfall-notice')], [25, null]);
    });

    it('ignores unknown fields and the domain on update', async () => {
      const { status, headers, body } = await rest.call('PUT', path, {
        body: { domain: 'new.example', id: 5, colour: ['x'], email: 1 },
      });
      assert.deepEqual([status, body.data.domain, body.data.email], [200, 'handler.example', 1]);
      assert.equal(
        headers.get('x-footfall-notice'),
        'domain cannot be changed; ignored; id is not a known field; ignored; colour is not a known field; ignored',
      );
    });

    it('does not fall back for name, from and to', async () => {
      for (const [query, field] of [
        ['name=nope&from=2026-01-01&to=2026-01-02', 'name'],
        ['name=page&from=2026-02-30&to=2026-03-01', 'from'],
        ['name=page&from=2026-01-01', 'to'],
      ] as const) {
        const { status, body } = await rest.call('GET', `${stats.replace(/\?.*/, '')}?${query}`);
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]]);
      }
    });
  });

  describe('in strict mode, with Prefer: handling=strict,', () => {
    for (const [query, field] of [
      ['per_page=7', 'per_page'],
      ['sort_by=id', 'sort_by'],
      ['sort=x', 'sort'],
      ['search_by=x', 'search_by'],
      ['page=0', 'page'],
      ['colour=red', 'colour'],
      ['__proto__=1', '__proto__'],
    ] as const)
      it(`rejects ${query}`, async () => {
        const { status, headers, body } = await rest.call('GET', `${stats}&${query}`, { headers: STRICT });
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]]);
        assert.equal(headers.get('preference-applied'), 'handling=strict');
        assert.equal(headers.get('x-footfall-notice'), null);
        assert.equal(body.message, Object.values(body.errors as Record<string, string[]>)[0]?.[0]);
      });

    it('lists the accepted values', async () => {
      const { body } = await rest.call('GET', `${stats}&per_page=7`, { headers: STRICT });
      assert.equal(body.message, 'The per_page "7" is not one of 10, 25, 50, 100; use another value or leave it out.');
    });

    it('rejects unknown fields and the domain on update', async () => {
      const { status, body } = await rest.call('PATCH', path, {
        body: form({ domain: 'x.example', colour: 'red' }),
        headers: STRICT,
      });
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['domain', 'colour']]);
      assert.match(body.message, /cannot be changed/);
    });

    for (const name of ['constructor', 'toString', '__proto__'])
      it(`knows no field ${name}, which every object has`, async () => {
        const body = `{"${name}":1}`;
        const headers = { 'Content-Type': 'application/json' };
        const strict = await rest.call('PATCH', path, { body, headers: { ...headers, ...STRICT } });
        const text = `The field "${name}" is not a known field; leave it out.`;
        assert.deepEqual([strict.status, strict.body.message], [422, text]);
        const lenient = await rest.call('PATCH', path, { body, headers });
        const notice = lenient.headers.get('x-footfall-notice');
        assert.deepEqual([lenient.status, notice], [200, `${name} is not a known field; ignored`]);
      });

    it('rejects parameters on routes that have none', async () => {
      const { status, body } = await rest.call('GET', `${path}?include=stats`, { headers: STRICT });
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['include']]);
    });

    it('accepts valid input with Preference-Applied', async () => {
      const { status, headers } = await rest.call('GET', `${stats}&per_page=25`, { headers: STRICT });
      assert.deepEqual([status, headers.get('preference-applied')], [200, 'handling=strict']);
    });

    it('lists only the first of many unknown names', async () => {
      const query = Array.from({ length: 300 }, (_, n) => `unknown${n}=1`).join('&');
      const { body } = await rest.call('GET', `/websites?${query}`, { headers: STRICT });
      assert.equal(Object.keys(body.errors).length, 20);
    });

    for (const prefer of [
      'handling="strict"',
      'Handling=STRICT',
      'respond-async, handling=strict; x=1',
      'handling=strict, handling=lenient',
    ])
      it(`is enabled by ${prefer}`, async () => {
        assert.equal((await rest.call('GET', '/websites?page=0', { headers: { Prefer: prefer } })).status, 422);
      });

    for (const prefer of [
      ...['handling=lenient', 'handling=lenient, handling=strict', 'strict', 'xhandling=strict', ''],
      ...['foo="a, handling=strict"', 'foo="\\", handling=strict"'],
    ])
      it(`is not enabled by ${JSON.stringify(prefer)}`, async () => {
        const { status, headers } = await rest.call('GET', '/websites?page=0', { headers: { Prefer: prefer } });
        assert.deepEqual([status, headers.get('preference-applied')], [200, null]);
      });
  });

  describe('is repeated in page URLs as the effective query:', () => {
    for (const [query, wanted] of [
      ['', `${RANGE}&page=1`],
      ['&per_page=7&page=5', `${RANGE}&per_page=10&page=1`],
      ['&page=5&per_page=25&colour=red', `${RANGE}&per_page=25&page=1`],
      ['&search=%20a+b%26c%27%E2%82%AC%20&sort=', `${RANGE}&search=a%20b%26c%27%E2%82%AC&page=1`],
      ['&search_by=url&sort_by=value', `${RANGE}&search_by=url&sort_by=value&page=1`],
    ] as const)
      it(`for ${query || 'no further parameters'}`, async () => {
        const { body } = await rest.call('GET', `${stats}${query}`);
        assert.equal(body.first_page_url, `${BASE_URL}/api/v1${stats.replace(/\?.*/, '')}?${wanted}`);
      });
  });
});
