import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { AmountSums } from '../../src/counting/amount-sums.ts';
import { scaleAmounts } from '../../src/counting/scaled-amounts.ts';
import { type Amount, addAmounts, parseAmount } from '../../src/domain/amount.ts';

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
/** All that an event can have: up to 20 digits before the point, and up to 10 after it. */
const arbitraryAmount: fc.Arbitrary<Amount> = fc
  .tuple(fc.constantFrom('', '-'), fc.oneof(digits(3), digits(20)), fc.oneof(digits(2), digits(10)))
  .map(([sign, whole, fraction]) => parseAmount(`${sign}${whole}.${fraction}`) ?? '0');

it('sums by key are those of adding one amount after another', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryAmount, { minLength: 1, maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(3), fc.nat()), { maxLength: 200 }),
      // The more amounts there can be, the more digits each has.
      fc.constantFrom(200, 2 ** 23, 2 ** 40),
      (amounts, added, most) => {
        const sums = new AmountSums(scaleAmounts(['', ...amounts]), most);
        const expected = new Map<number, Amount>();
        for (const [key, at] of added) {
          const position = at % amounts.length;
          sums.add(key, position + 1);
          expected.set(key, addAmounts(expected.get(key) ?? '0', amounts[position] as Amount));
        }
        assert.deepEqual(new Map(sums.map((key, sum) => [key, sum])), expected);
      },
    ),
    { endOnFailure: true },
  );
});

it('are exact at the limits of floating-point numbers', () => {
  const texts = ['', '9007199254740991', '-9007199254740991', '99999999999999999999.9999999999', '0.0000000001'];
  for (const most of [3, 10_000_000]) {
    const sums = new AmountSums(scaleAmounts(texts), most);
    for (const amount of [1, 2, 3]) sums.add(0, amount);
    sums.add(1, 4);
    assert.deepEqual(
      sums.map((_, sum) => sum),
      ['99999999999999999999.9999999999', '0.0000000001'],
    );
  }
});

it('a key whose amounts cancel out has the sum 0, and one without amounts none', () => {
  const sums = new AmountSums(scaleAmounts(['', '19.99', '-19.99']), 2);
  sums.add(7, 1);
  sums.add(7, 2);
  assert.deepEqual(
    sums.map((key, sum) => [key, sum]),
    [[7, '0']],
  );
  assert.deepEqual(
    new AmountSums(scaleAmounts(['']), 0).map(key => key),
    [],
  );
});
