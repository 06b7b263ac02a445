import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { formatChange, formatPoints, formatShare } from '../../../src/dashboard/format.ts';

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
});
