import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addVectors, type Vector } from '../../src/counting/vector.ts';
import { seeded } from '../support/import-files.ts';

/** Adds up with a map. */
function naive(vectors: readonly Vector[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { ids, columns } of vectors)
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row] as number;
      sums.set(id, (sums.get(id) ?? 0) + (columns[0]?.[row] as number));
    }
  return sums;
}

describe('the sum of vectors', () => {
  /** Where ids lie: from 1 on, hours since 1970, around the first of them, and far apart. */
  const places: readonly (readonly [first: number, span: number])[] = [
    [1, 5_000],
    [498_000, 9_000],
    [0, 400],
    [2 ** 21 - 500, 1_000],
    [0, 2 ** 31 - 1],
  ];

  it('has each id once, in the order in which they came, wherever they lie', () => {
    const random = seeded(7);
    for (let round = 0; round < 60; round++) {
      const vectors = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const [first, span] = places[Math.floor(random() * places.length)] as (typeof places)[number];
        const length = Math.floor(random() * 900);
        const ids = [...new Set(Array.from({ length }, () => first + Math.floor(random() * span)))];
        const columns = [ids.map(() => 1 + Math.floor(random() * 9))];
        return { metrics: ['events'], ids, columns } satisfies Vector;
      });
      const sum = addVectors(vectors);
      const expected = naive(vectors);
      assert.deepEqual([...sum.ids], [...expected.keys()]);
      assert.deepEqual([...(sum.columns[0] as ArrayLike<number> & Iterable<number>)], [...expected.values()]);
    }
  });
});
