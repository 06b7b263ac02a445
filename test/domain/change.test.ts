import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { changeOf, countedFor, isNoise, sizeOf } from '../../src/domain/change.ts';
import { findMetric } from '../../src/domain/metrics.ts';

describe('A change', () => {
  it('is relative to the value before, and there is none from nothing', () => {
    assert.equal(changeOf(150, 100), 0.5);
    assert.equal(changeOf(5, 0), null);
    assert.equal(changeOf(5, null), null);
    assert.equal(changeOf(0, 5), -1);
    assert.equal(changeOf(-1, 5), null);
    assert.equal(changeOf(5, -1), null);
  });

  it('is written in whole percent, from ten times the value before on as a factor', () => {
    const written = (now: number, before: number) => sizeOf(changeOf(now, before) ?? Number.NaN);
    assert.deepEqual(written(20, 1), { size: 20, isFactor: true });
    assert.deepEqual(written(10, 1), { size: 10, isFactor: true });
    assert.deepEqual(written(99, 10), { size: 8.9, isFactor: false });
    assert.deepEqual(written(117, 10), { size: 12, isFactor: true });
    assert.deepEqual(written(0, 100), { size: 1, isFactor: false });
    assert.deepEqual([written(201, 200), written(199, 200)], Array(2).fill({ size: 0.01, isFactor: false }));
    assert.deepEqual(written(1001, 1000), { size: 0, isFactor: false });
  });

  it('is noise below 5 %, however much was counted', () => {
    assert.equal(isNoise(1_049_000, 1_000_000), true);
    assert.equal(isNoise(1_050_000, 1_000_000), false);
    assert.equal(isNoise(951_000, 1_000_000), true);
    assert.equal(isNoise(949_000, 1_000_000), false);
  });

  it('is noise below twice the root of what was counted, in either direction', () => {
    for (const n of [4, 25, 100, 400]) {
      const least = 2 * Math.sqrt(n);
      assert.equal(isNoise(n, n - least + 1), true, `${n}`);
      assert.equal(isNoise(n, n - least), false, `${n}`);
      assert.equal(isNoise(n - least + 1, n), true, `${n}`);
      assert.equal(isNoise(n - least, n), false, `${n}`);
    }
    assert.equal(isNoise(3, 0), true);
    assert.equal(isNoise(4, 0), false);
  });

  it('of a rate or a mean depends on what it was computed from', () => {
    const [rate, duration] = [findMetric('bounceRate'), findMetric('visitDuration')];
    const counts = (visits: number, bounces: number) => ({ visits, bounces, seconds: 60 * visits });
    assert.equal(countedFor(rate, counts(1_000, 400), counts(500, 300)), 300);
    assert.equal(countedFor(duration, counts(1_000, 400), counts(500, 300)), 500);
    assert.equal(countedFor(findMetric('visits'), counts(1_000, 400), counts(500, 300)), 1_000);
    assert.equal(isNoise(0.46, 0.4, 100), true);
    assert.equal(isNoise(0.46, 0.4, 400), false);
    assert.equal(isNoise(0.39, 0.4, 1_000_000), true);
    assert.equal(isNoise(90, 60, 0), true);
  });
});
