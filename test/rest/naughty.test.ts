import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type * as z from 'zod';
import type { AnyRoute } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { eachDatabase } from '../support/databases.ts';
import { type RestServer, startRest } from '../support/rest.ts';

/** Texts that have broken encodings, engines, templates or parsers. */
const TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u0007\u001b[31m',
  '\u202etxt',
  '\ufeff',
  '\u200b',
  '\u2028',
  '😀'.repeat(200),
  'İıſK',
  'z͑ͫ̓ͪ̂ͫ̽͏̴̙',
  "'",
  '"',
  '`',
  '\\',
  "' OR '1'='1",
  '1; DROP TABLE website',
  '%',
  '_',
  '\\%',
  '?',
  ':id',
  '$1',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e',
  '\r\nX: y',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  'true',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '9'.repeat(400),
  '2147483648',
  '-9223372036854775809',
  '0000-00-00',
  '2026-02-30',
  '99999-01-01',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '::ffff:1.2.3.4/129',
  '1.2.3.4/33',
  'a'.repeat(60_000),
  '\n'.repeat(30_000),
  'xn--a',
  'ex ample.com',
  'http://[::1]/',
  '٣',
  '１２７.０.０.１',
];

/** Values that only JSON can express. */
const VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  [],
  {},
  [[]],
  { a: { b: 1 } },
  ['x'],
  [null],
  { $ne: 1 },
  { __proto__: null, length: 1 },
];

/** Returns one row per input schema: PUT and PATCH share theirs, so one try is enough. */
function onceEach(tableOf: (row: AnyRoute) => z.ZodObject | null): readonly AnyRoute[] {
  const rows = new Map(ROUTES.map(row => [tableOf(row), row]));
  rows.delete(null);
  return [...rows.values()];
}

/** The texts that a database could stumble over; the others are tried on the first one only. */
const FOR_DATABASES = new Set<unknown>(TEXTS.slice(0, TEXTS.indexOf('{{7*7}}')));
/** The calls that were refused as invalid, which happens before any database is asked and needs no second one. */
const refused = new Set<string>();

eachDatabase('hostile input to REST never causes an internal error', (open, engine) => {
  const tried = <T>(values: readonly T[]) =>
    engine === 'SQLite' ? values : values.filter(value => FOR_DATABASES.has(value));
  let rest: RestServer;
  let id: number;
  let free = 0;
  beforeAll(async () => {
    rest = await startRest(await open());
    id = (await rest.call('POST', '/websites', { body: { domain: 'naughty.example' } })).body.data.id;
  });
  afterAll(async () => {
    assert.deepEqual(rest.logged, []);
    await rest.close();
  });

  /** Fails on a 5xx; every call also checks that the response is documented. */
  async function send(method: string, path: string, body?: object): Promise<void> {
    const call = `${method} ${path} ${JSON.stringify(body)}`;
    if (refused.has(call)) return;
    const { status, text } = await rest.call(method, path, body === undefined ? {} : { body });
    if (status === 422) refused.add(call);
    assert.ok(status < 500, `${method} ${path.slice(0, 100)} ${JSON.stringify(body)?.slice(0, 200)} -> ${text}`);
  }

  for (const { method, path, query } of onceEach(row => (Object.keys(row.query.shape).length > 0 ? row.query : null)))
    describe(`in the query of ${method} ${path}`, () => {
      const asked = path.startsWith('/stats') ? { name: 'page', from: '2026-01-01', to: '2026-01-31' } : {};
      for (const name of [...Object.keys(query.shape), '\0', '__proto__'])
        it(JSON.stringify(name), async () => {
          for (const text of tried(TEXTS).filter(candidate => candidate.length < 10_000)) {
            const parameters = new URLSearchParams({ ...asked, [name]: text });
            await send(method, `${path.replace('{id}', String(id))}?${parameters}`);
          }
        });
    });

  for (const { method, path, body } of onceEach(row => row.body))
    describe(`in the body of ${method} ${path}`, () => {
      for (const name of [...Object.keys(body?.shape ?? {}), '\ud800', '\0'])
        it(JSON.stringify(name), async () => {
          for (const value of tried<unknown>([...TEXTS, ...VALUES]))
            await send(method, path.replace('{id}', String(id)), { domain: `free-${++free}.example`, [name]: value });
        });
    });

  it('in the path', async () => {
    for (const text of TEXTS.filter(candidate => candidate.length < 10_000 && candidate.isWellFormed()))
      for (const path of ['/websites/', '/stats/', '/'])
        await send('GET', `${path}${encodeURIComponent(text)}?name=page`);
  });

  it('in a malformed body', async () => {
    for (const body of [
      '{"__proto__":{"domain":"x"},"constructor":1}',
      '{"domain":"\\ud800"}',
      '[]',
      '{"":""}',
      `{"a":${'{"a":'.repeat(9000)}1${'}'.repeat(9001)}`,
    ]) {
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await rest.call('POST', '/websites', { body, headers });
      assert.ok(status >= 400 && status < 500, body.slice(0, 50));
    }
  });

  it('and the websites it created can still be listed', async () => {
    for (let page = 1, last = 1; page <= last; page++) {
      const { status, body } = await rest.call('GET', `/websites?per_page=100&page=${page}`);
      assert.equal(status, 200);
      last = body.meta.last_page;
    }
  });
});
