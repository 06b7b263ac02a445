import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { chunksOf } from '../../src/counting/chunks.ts';

describe('Chunks of days', () => {
  const size = (day: number, visits: number, hits = visits) => ({ day, visits, hits });

  it('hold as many days as can be read at once', () => {
    const sizes = [size(1, 5_000), size(2, 5_000), size(3, 5_000), size(4, 1), size(9, 5)];
    assert.deepEqual(chunksOf({ from: 1, to: 9 }, sizes), [
      { from: 1, to: 3 },
      { from: 4, to: 9 },
    ]);
  });

  it('leave out empty days and days outside the range', () => {
    assert.deepEqual(chunksOf({ from: 2, to: 3 }, [size(1, 5), size(2, 0), size(3, 5), size(4, 5)]), [
      { from: 3, to: 3 },
    ]);
    assert.deepEqual(chunksOf({ from: 2, to: 2 }, [size(2, 0, 1)]), [{ from: 2, to: 2 }]);
    assert.deepEqual(chunksOf({ from: 5, to: 4 }, [size(4, 5), size(5, 5)]), []);
  });

  it('split a day that is too large by visitor, with every visitor in exactly one part', () => {
    const chunks = chunksOf({ from: 7, to: 7 }, [size(7, 20_000, 200_000)]);
    assert.equal(chunks.length, 4);
    assert.deepEqual(
      chunks.map(({ visitors }) => visitors),
      [
        [0, 63],
        [64, 127],
        [128, 191],
        [192, 255],
      ],
    );
    const odd = chunksOf({ from: 7, to: 7 }, [size(7, 42_000)]);
    assert.deepEqual(
      odd.flatMap(({ visitors = [0, 0] }) => visitors),
      [0, 84, 85, 169, 170, 255],
    );
  });
});
