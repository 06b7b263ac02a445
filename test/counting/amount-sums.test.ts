import assert from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { sumByKey } from '../../src/counting/amount-sums.ts';
import { scaleAmounts } from '../../src/counting/scaled-amounts.ts';
import { type Amount, addAmounts, parseAmount } from '../../src/domain/amount.ts';

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
/** The keys with their sums; a key is below `limit`. */
function sumsOf(texts: readonly Amount[], added: readonly (readonly [key: number, amount: number])[], limit = 8) {
  const keys = Float64Array.from(added, ([key]) => key);
  const amounts = Uint32Array.from(added, ([, amount]) => amount);
  return sumByKey(scaleAmounts(texts), { keys, amounts, limit }, (key, sum) => [key, sum] as const);
}

/** All that an event can have: up to 20 digits before the point, and up to 10 after it. */
const arbitraryAmount: fc.Arbitrary<Amount> = fc
  .tuple(fc.constantFrom('', '-'), fc.oneof(digits(3), digits(20)), fc.oneof(digits(2), digits(10)))
  .map(([sign, whole, fraction]) => parseAmount(`${sign}${whole}.${fraction}`) ?? '0');

it('sums by key are those of adding one amount after another', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryAmount, { minLength: 1, maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(3), fc.nat()), { maxLength: 200 }),
      // Beyond some limit, keys are looked up in another way.
      fc.constantFrom(4, 2 ** 40),
      (amounts, picked, limit) => {
        const added = picked.map(([key, at]) => [key, (at % amounts.length) + 1] as const);
        const expected = new Map<number, Amount>();
        for (const [key, at] of added)
          expected.set(key, addAmounts(expected.get(key) ?? '0', amounts[at - 1] as Amount));
        assert.deepEqual(new Map(sumsOf(['', ...amounts], added, limit)), expected);
      },
    ),
    { endOnFailure: true },
  );
});

it('are exact at the limits of floating-point numbers', () => {
  const texts = ['', '9007199254740991', '-9007199254740991', '99999999999999999999.9999999999', '0.0000000001'];
  const sums = sumsOf(texts, [...[1, 2, 3].map(amount => [0, amount] as const), [1, 4]]);
  assert.deepEqual(sums, [
    [0, '99999999999999999999.9999999999'],
    [1, '0.0000000001'],
  ]);
});

it('a key whose amounts cancel out has the sum 0, and without amounts there is none', () => {
  const cancelled = [
    [7, 1],
    [7, 2],
  ] as const;
  assert.deepEqual(sumsOf(['', '19.99', '-19.99'], cancelled), [[7, '0']]);
  assert.deepEqual(sumsOf([''], []), []);
});
