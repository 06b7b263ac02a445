import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  formatAmount,
  formatChange,
  formatPoints,
  formatShare,
  formatShortAmount,
  isShortened,
} from '../../../src/dashboard/format.ts';

describe('numbers on the page', () => {
  it('write shares with one decimal below 10 %, and never round one to nothing', () => {
    const text = (share: number) => formatShare(share).replace(/\s/g, '');
    assert.deepEqual([1, 0.5, 0.104, 0.0995].map(text), ['100%', '50%', '10%', '10%']);
    assert.deepEqual([0.0994, 0.07, 0.001, 0.0009, 0].map(text), ['9.9%', '7.0%', '0.1%', '<0.1%', '0%']);
  });

  it('write changes in percent, and from ten times the value before on as that ratio', () => {
    const text = (now: number, before: number) => formatChange((now - before) / before).replace(/\s/g, '');
    assert.deepEqual([text(20, 1), text(10, 1), text(12_345, 1)], ['20×', '10×', '12,345×']);
    assert.deepEqual([text(99, 10), text(118, 100), text(60, 100)], ['890%', '18%', '40%']);
  });

  it('write differences of shares in points', () => {
    assert.deepEqual([0.01, 0.004, 0.015, 0.12].map(formatPoints), [
      '1 point',
      '0.4 points',
      '1.5 points',
      '12 points',
    ]);
  });

  const plain = (text: string) => text.replace(/\s/g, ' ');

  it('write exact amounts with all digits of the decimal', () => {
    for (const [sum, unit, text] of [
      ['0.0012', 'BTC', 'BTC 0.0012'],
      ['0.004', 'kg', '0.004 kg'],
      ['1234567.895', 'USD', '$1,234,567.895'],
      ['0.4', 'JPY', '¥0.4'],
      ['41', 'EUR', '€41.00'],
      ['41', 'JPY', '¥41'],
      ['-0.0000000001', '', '-0.0000000001'],
      ['12345678901234567890.1234567891', 'kg', '12,345,678,901,234,567,890.1234567891 kg'],
    ] as const)
      assert.equal(plain(formatAmount(sum, unit)), text);
  });

  it('write short amounts of which none is a rounded zero', () => {
    for (const [sum, unit, text] of [
      [0.0012, 'BTC', 'BTC 0.0012'],
      [0.004, 'kg', '0.004 kg'],
      [0.00456, 'kg', '0.0046 kg'],
      [-0.0456, 'EUR', '-€0.046'],
      [0.5, 'EUR', '€0.50'],
      [0.4, 'JPY', '¥0.4'],
      [0.456, 'JPY', '¥0.46'],
      [0.1, 'KWD', 'KWD 0.100'],
      [1.5, 'KWD', 'KWD 1.500'],
      [120.5, 'KWD', 'KWD 121'],
      [0, 'EUR', '€0'],
      [12.345, 'EUR', '€12.35'],
      [4518.4, 'EUR', '€4,518'],
      [12_345, 'EUR', '€12.3K'],
    ] as const)
      assert.equal(plain(formatShortAmount(sum, unit)), text);
  });

  it('know whether a short amount is another number', () => {
    const [ones, digits] = [fc.integer({ min: -12_000, max: 12_000 }), fc.integer({ min: 0, max: 10 })];
    fc.assert(
      fc.property(ones, digits, (one, digit) => {
        const sum = one / 10 ** digit;
        const short = Number(formatShortAmount(sum, '').replaceAll(',', '').replace('K', 'e3'));
        assert.ok(isShortened(sum) || short === sum, `${sum} is ${short}`);
        assert.ok(sum === 0 || short !== 0, `${sum}`);
        assert.ok(Math.abs(sum) >= 10_000 || isShortened(sum) === (short !== sum), `${sum}`);
      }),
    );
  });
});
