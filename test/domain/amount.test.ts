import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type Amount, AmountSum, addAmounts, normalizeUnit, parseAmount } from '../../src/domain/amount.ts';

const AMOUNTS: readonly (readonly [value: unknown, amount: string | null])[] = [
  [12.5, '12.5'],
  [0, '0'],
  [-0, '0'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [-3, '-3'],
  [1e19, '10000000000000000000'],
  [1e20, null],
  [Number.MAX_VALUE, null],
  [Number.MIN_VALUE, '0'],
  [19.99 * 3, '59.97'],
  [0.1 + 0.2, '0.3'],
  [1.00000000005, '1.0000000001'],
  [-0.99999999999, '-1'],
  [5e-11, '0.0000000001'],
  [4e-11, '0'],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['12.50', '12.5'],
  [' 007 ', '7'],
  ['+1', '1'],
  ['-0.0', '0'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1e3', '1000'],
  ['1.25E-2', '0.0125'],
  ['1e-10', '0.0000000001'],
  ['1e-11', null],
  ['99999999999999999999', '99999999999999999999'],
  ['100000000000000000000', null],
  ['0.0000000001', '0.0000000001'],
  ['0.00000000012', null],
  ['123456789012345678901e-1', '12345678901234567890.1'],
  ['0e999999999999', '0'],
  ['1e999999999999999999999', null],
  ['1e-999999999999999999999', null],
  [`${'0'.repeat(500)}1`, '1'],
  [`1.${'0'.repeat(500)}`, '1'],
  ['9'.repeat(1_000_000), null],
  ['', null],
  [' ', null],
  ['.', null],
  ['-', null],
  ['e5', null],
  ['1e', null],
  ['1,5', null],
  ['1_000', null],
  ['0x10', null],
  ['Infinity', null],
  ['NaN', null],
  ['12 EUR', null],
  ['--1', null],
  ['1\0', null],
  ['١', null],
  [null, null],
  [undefined, null],
  [true, null],
  [[1], null],
  [{ valueOf: () => 1 }, null],
  [10n, null],
];
for (const [value, amount] of AMOUNTS) {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `${typeof value} ${String(value)}`;
  test(`${shown} is ${amount === null ? 'not an amount' : `the amount ${amount}`}`, () =>
    assert.equal(parseAmount(value), amount));
}

const stored = fc.bigInt({ min: -(10n ** 30n) + 1n, max: 10n ** 30n - 1n });
const written = (units: bigint) => {
  const digits = (units < 0n ? -units : units).toString().padStart(11, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -10)}.${digits.slice(-10)}`;
};

test('every amount of 20 and 10 digits is read exactly and written in one form', () => {
  fc.assert(
    fc.property(stored, fc.integer({ min: -30, max: 30 }), (units, shift) => {
      const amount = parseAmount(written(units));
      assert.ok(amount !== null);
      assert.match(amount, /^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
      assert.notEqual(amount, '-0');
      assert.equal(BigInt(Math.sign(Number(amount))), BigInt(units < 0n ? -1 : units > 0n ? 1 : 0));
      assert.equal(parseAmount(amount), amount);
      assert.equal(canonical(units), amount);
      assert.equal(parseAmount(`${shifted(units, shift)}e${shift - 10}`), amount);
    }),
  );
});

function canonical(units: bigint): string {
  return written(units).replace(/\.?0+$/, '');
}

/** Returns `units` with the decimal point moved `shift` places, which the same exponent reverses. */
function shifted(units: bigint, shift: number): string {
  if (shift <= 0) return `${units}${'0'.repeat(-shift)}`;
  const digits = (units < 0n ? -units : units).toString().padStart(shift + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -shift)}.${digits.slice(-shift)}`;
}

test('sums are exact in any order', () => {
  fc.assert(
    fc.property(fc.array(stored, { maxLength: 30 }), list => {
      const amounts = list.map(canonical);
      const sum = amounts.reduce(addAmounts, '0');
      assert.equal(sum, canonical(list.reduce((a, b) => a + b, 0n)));
      assert.equal(sum, amounts.toReversed().reduce(addAmounts, '0'));
    }),
  );
  assert.equal(Array.from({ length: 10 }, () => '0.1').reduce(addAmounts), '1');
  assert.equal(addAmounts('99999999999999999999', '99999999999999999999'), '199999999999999999998');
  assert.equal(addAmounts('1.5', '-1.5'), '0');
  assert.equal(addAmounts('0.5', '-0.75'), '-0.25');
});

const UNITS: readonly (readonly [unit: unknown, kept: string])[] = [
  ['eur', 'EUR'],
  [' Usd ', 'USD'],
  ['XAU', 'XAU'],
  ['clf', 'CLF'],
  ['kg', 'kg'],
  ['abc', 'abc'],
  ['Points', 'Points'],
  ['', ''],
  ['  ', ''],
  [null, ''],
  [undefined, ''],
  [5, ''],
  [['EUR'], ''],
  ['ß€😀', 'ß€😀'],
  ['😀'.repeat(40), '😀'.repeat(32)],
  ['a\0\ud800', 'a\ufffd\ufffd'],
];
for (const [unit, kept] of UNITS) {
  test(`the unit ${JSON.stringify(unit) ?? 'undefined'} is stored as "${kept}"`, () =>
    assert.equal(normalizeUnit(unit), kept));
}

test('A sum of any amounts is that of adding one after another', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
  const arbitraryAmount: fc.Arbitrary<Amount> = fc
    .tuple(fc.constantFrom('', '-'), fc.oneof(digits(3), digits(16), digits(20)), fc.oneof(digits(2), digits(10)))
    .map(([sign, whole, fraction]) => parseAmount(`${sign}${whole}.${fraction}`) ?? '0');
  fc.assert(
    fc.property(fc.array(arbitraryAmount, { maxLength: 12 }), amounts => {
      const sum = amounts.reduce((sums, amount) => sums.add(amount), new AmountSum());
      assert.equal(sum.amount, amounts.reduce(addAmounts, '0'));
    }),
    // Sums that floating-point numbers would round, before they are small again.
    { examples: [[['9007199254740993', '-9007199254740991']], [['9007199254740993', '0.5', '-9007199254740991']]] },
  );
});
