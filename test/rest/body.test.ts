import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parseForm } from '../../src/rest/body.ts';
import type { Refusal } from '../../src/rest/refusal.ts';
import { eachDatabase } from '../support/databases.ts';
import { type RestServer, startRest } from '../support/rest.ts';

eachDatabase('the body of a REST request', open => {
  let rest: RestServer;
  beforeAll(async () => {
    rest = await startRest(await open());
  });
  afterAll(() => rest.close());

  const post = (body: string | Uint8Array, type: string | null, headers: Record<string, string> = {}) =>
    rest.call('POST', '/websites', {
      body,
      headers: { ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    });

  for (const [what, body, type] of [
    ['JSON that is none', '{"domain":', 'application/json'],
    ['a JSON text', '"domain"', 'application/json'],
    ['JSON null', 'null', 'application/json'],
    ['a JSON list', '[1]', 'application/json'],
    ['JSON nested without end', '['.repeat(60_000), 'application/json'],
    ['JSON that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    ['a form with a bad percent sign', 'domain=%zz', 'application/x-www-form-urlencoded'],
    ['a form that is not UTF-8', 'domain=%ff', 'application/x-www-form-urlencoded'],
  ] as const)
    it(`gets 400 for ${what}`, async () => {
      const { status, body: answer } = await post(body, type);
      assert.deepEqual([status, Object.keys(answer)], [400, ['message']]);
    });

  for (const [type, headers] of [
    ['multipart/form-data; boundary=x', {}],
    ['text/plain', {}],
    ['application/jsonp', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ] as const)
    it(`gets 415 for ${type} ${JSON.stringify(headers)}`, async () => {
      const { status, body } = await post('{"domain":"x.example"}', type, headers);
      assert.equal(status, 415);
      assert.match(body.message, /send|not supported/);
    });

  it('gets 415 without a content type', async () => {
    const { status, body } = await post(new TextEncoder().encode('domain=x.example'), '');
    assert.deepEqual([status, typeof body.message], [415, 'string']);
  });

  it('can have a content type in any case and with a charset', async () => {
    for (const [index, type] of ['APPLICATION/JSON; Charset="UTF-8"', 'application/json;charset=utf-8'].entries())
      assert.equal((await post(`{"domain":"type-${index}.example"}`, type)).status, 201);
  });

  it('can have 64 KiB but not one byte more, with or without Content-Length', async () => {
    const exact = `{"domain":"size.example","x":"${'x'.repeat(65_536 - 32)}"}`;
    assert.equal(exact.length, 65_536);
    assert.equal((await post(exact, 'application/json')).status, 201);
    const over = await post(`${exact} `, 'application/json');
    assert.equal(over.status, 413);
    const response = await fetch(`${rest.origin}/api/v1/websites`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${rest.keys.write}`, 'Content-Type': 'application/json' },
      body: new Blob([exact, exact]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(response.status, 413);
  });

  it('has the last value of a field that is sent twice', async () => {
    const twice = await post('domain=first.example&domain=last.example', 'application/x-www-form-urlencoded');
    assert.equal(twice.body.data.domain, 'last.example');
  });

  it('is ignored where none is expected', async () => {
    const remove = await rest.call('POST', '/websites', { body: { domain: 'to-delete.example' } });
    const { status } = await rest.call('DELETE', `/websites/${remove.body.data.id}`, {
      body: '{broken',
      headers: { 'Content-Type': 'application/json' },
    });
    assert.equal(status, 200);
  });

  it('is not reached with a query that cannot be parsed', async () => {
    for (const query of ['?search=%ff', '?search=100%'])
      assert.equal((await rest.call('GET', `/websites${query}`)).status, 400);
  });
});

describe('a form', () => {
  it('is parsed pair by pair, in order', () => {
    assert.deepEqual(
      [...parseForm('b=1&a=x%20y+z&c', 'body')],
      [
        ['b', '1'],
        ['a', 'x y z'],
        ['c', ''],
      ],
    );
  });

  it('has the last of several values with the same name', () => {
    assert.deepEqual(
      [...parseForm('a=1&b=2&a=3', 'body')],
      [
        ['a', '3'],
        ['b', '2'],
      ],
    );
  });

  it('can have UTF-8, percent-encoded or as raw bytes', () => {
    const raw = Buffer.from('a=münchen').toString('latin1');
    assert.equal(parseForm('a=m%C3%BCnchen', 'body').get('a'), 'münchen');
    assert.equal(parseForm(raw, 'body').get('a'), 'münchen');
  });

  it('keeps brackets, dots and __proto__ in names', () => {
    assert.deepEqual(
      [...parseForm('a[b]=1&c.d=2&__proto__=3&&=4&[]=5&e[]f=6', 'body').keys()],
      ['a[b]', 'c.d', '__proto__', '', '[]', 'e[]f'],
    );
  });

  it('can have lists in brackets, which become lines; a query cannot', () => {
    assert.deepEqual(
      [...parseForm('ips[]=10.0.0.1&a=1&ips%5B%5D=%3A%3A1&b[1]=x&b[0]=y&none[]=&a[]=2', 'body')],
      [
        ['ips', '10.0.0.1\n::1'],
        ['a', '2'],
        ['b', 'x\ny'],
        ['none', ''],
      ],
    );
    assert.deepEqual([...parseForm('a[]=1&a[]=2', 'query')], [['a[]', '2']]);
  });

  for (const broken of ['a=%', 'a=%f', 'a=%zz', '%g0=1', 'a=100%'])
    it(`cannot have ${broken}; the error says what to write instead`, () => {
      assert.throws(
        () => parseForm(broken, 'body'),
        (error: Refusal) => error.status === 400 && /%25/.test(error.message),
      );
    });

  for (const broken of ['a=%FF', 'a=%ED%A0%80', 'a=%C3', 'a=\xff'])
    it(`cannot have ${JSON.stringify(broken)}, which is not UTF-8`, () => {
      assert.throws(
        () => parseForm(broken, 'query'),
        (error: Refusal) => error.status === 400 && /UTF-8/.test(error.message),
      );
    });
});
