import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { readProperties } from '../../src/domain/properties.ts';
import { decodeHits, encodeHit, salvageHits } from '../../src/domain/stored-hit.ts';
import { hitOf } from '../support/hits.ts';

describe('The properties of a hit', () => {
  it('are texts, numbers and true or false, kept as text', () => {
    const props = { plan: 'Pro ', n: 1.5, 'a_b.c-9': -0, big: 1e21, yes: true, no: false, none: null, empty: '' };
    assert.deepEqual(readProperties(props), {
      properties: ['plan', 'Pro ', 'n', '1.5', 'a_b.c-9', '0', 'big', '1e+21', 'yes', 'true', 'no', 'false'],
      notice: null,
    });
    assert.deepEqual(readProperties(null), { properties: [], notice: null });
    assert.deepEqual(readProperties({}), { properties: [], notice: null });
  });

  it('can be stored whatever their texts contain', () => {
    assert.deepEqual(readProperties({ a: 'x\0\ud800' }).properties, ['a', 'x\uFFFD\uFFFD']);
  });

  it('are left out where they break a rule, and a notice says so', () => {
    const wrong: [props: unknown, kept: number, notice: string][] = [
      ['plan', 0, 'The props are not a JSON object and were left out; send one such as {"plan":"pro"}.'],
      [['plan'], 0, 'The props are not a JSON object and were left out; send one such as {"plan":"pro"}.'],
      [{ '': 1, a: 1 }, 1, 'One property was left out: a key is 1 to 64 letters, digits or _ . - of ASCII.'],
      [{ ['k'.repeat(65)]: 1 }, 0, 'One property was left out: a key is 1 to 64 letters, digits or _ . - of ASCII.'],
      [{ 'Größe\r\n': 1 }, 0, 'One property was left out: a key is 1 to 64 letters, digits or _ . - of ASCII.'],
      [
        { a: [1], b: {}, c: Number.POSITIVE_INFINITY, d: 1 },
        1,
        `3 properties were left out: ${['a', 'b', 'c'].map(key => `the value of "${key}" is neither text nor a number nor true or false`).join('; ')}.`,
      ],
      [
        { '': 1, a: [1], ä: 1, ...Object.fromEntries(['b', 'c'].map(key => [key, 'x'.repeat(256)])) },
        0,
        '5 properties were left out: a key is 1 to 64 letters, digits or _ . - of ASCII; the value of "a" is neither text nor a number nor true or false; the value of "b" is longer than 255 characters.',
      ],
      [{ a: 'x'.repeat(256) }, 0, 'One property was left out: the value of "a" is longer than 255 characters.'],
    ];
    for (const [props, kept, notice] of wrong) {
      const read = readProperties(props);
      assert.equal(read.properties.length / 2, kept);
      assert.equal(read.notice, notice);
    }
    assert.deepEqual(readProperties({ ['k'.repeat(64)]: '😀'.repeat(255) }).notice, null);
    const many = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`k${at}`, at]));
    assert.equal(readProperties(many).properties.length, 60);
    assert.equal(readProperties(many).notice, '2 properties were left out: a hit has at most 30 properties.');
  });

  it('are read back from a spool, also from a damaged one', () => {
    const hits = [
      hitOf({ properties: ['a', ',[1,2,3,4,"",0,['] }),
      hitOf({ kind: 'event', amount: '2', unit: 'EUR', properties: ['plan', 'pro'], values: { event: 'Buy' } }),
      hitOf({ id: 'x', properties: ['n', '1'] }),
      hitOf({}),
    ];
    const text = hits.map(encodeHit).join(',');
    assert.deepEqual(decodeHits(text), hits);
    assert.deepEqual(salvageHits(`${text},"`).slice(0, 4), hits);
    assert.equal(encodeHit(hitOf({})), encodeHit(hitOf({ properties: [] })));
  });
});
