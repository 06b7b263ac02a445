import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { SqlText } from '../../src/db/sql-text.ts';

describe('The text of a statement', () => {
  it('has numbers as JavaScript writes them', () => {
    const edges = [0, -0, 9, 10, 999_999_999, 1e9, 1e9 + 1, 1e12, 10_000_000_009, 2 ** 31, Number.MAX_SAFE_INTEGER];
    for (const number of edges.flatMap(one => [one, -one]))
      assert.equal(new SqlText().int(number).take(), String(number), `${number}`);
    fc.assert(
      fc.property(fc.maxSafeInteger(), number => assert.equal(new SqlText().int(number).take(), String(number))),
    );
  });

  it('has nothing but whole numbers and hex digits', () => {
    const text = new SqlText();
    for (const number of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1' as unknown as number])
      assert.throws(() => text.int(number), RangeError, String(number));
    for (const hex of ['', 'a', "ab'c", 'AB', 'g0', 'a\u0661', '/0', ':0', undefined as unknown as string])
      assert.throws(() => text.blob(hex), RangeError, String(hex));
    assert.equal(text.blob('00ff19ae').take(), "x'00ff19ae'");
  });

  it('grows, and is taken from any position on', () => {
    const text = new SqlText();
    const numbers = Array.from({ length: 10_000 }, (_, index) => index * 7_654_321);
    for (const number of numbers) text.raw(',').int(number);
    const { length } = text;
    assert.equal(text.blob('ab').take(length), "x'ab'");
    assert.equal(text.take(), numbers.map(number => `,${number}`).join(''));
    assert.equal(text.take(), '');
  });
});
