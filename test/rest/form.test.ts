import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { parseForm } from '../../src/rest/form.ts';
import type { Refusal } from '../../src/rest/refusal.ts';

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
