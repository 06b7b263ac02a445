import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { FoldHit } from '../../src/counting/visit.ts';
import { inOrderOfKeys, slicesOf } from '../../src/fold/order.ts';

describe('The order of keys', () => {
  const visitors = [
    'b000000000000001',
    '',
    'a000000000000001',
    'a000000000000000',
    '0000000000000001',
    'b000000000000001',
  ];
  const hits = [20_001, 20_000, 20_001].flatMap(day => visitors.map(visitor => ({ day, visitor }) as FoldHit));
  const order = inOrderOfKeys(hits);
  const numbers = Float64Array.from(hits.keys(), index => index + 1);

  it('is that of days and visitors, and then that of time', () => {
    const keyOf = (index: number) =>
      [hits[index]?.day, hits[index]?.visitor.slice(0, 8).padStart(8, '0'), index + 100].join();
    assert.deepEqual([...order].map(keyOf), [...hits.keys()].map(keyOf).sort());
  });

  it('has every hit once, even of visitors that are no hex digits', () => {
    const odd = ['not hex at all', 'g', '\uffff', 'F0000000', '~~~~~~~~~', ''].map(visitor => ({
      day: 20_000,
      visitor,
    }));
    assert.deepEqual([...inOrderOfKeys(odd)].sort(), [0, 1, 2, 3, 4, 5]);
  });

  it('is divided between visitors, and keeps the hits of a slice in order of time', () => {
    for (let most = 1; most <= hits.length; most++) {
      const slices = slicesOf({ hits, numbers, order }, most);
      const indexOf = (number: number) => number - 1;
      const indices = slices.map(slice => [...slice.order].map(place => indexOf(slice.numbers[place] as number)));
      assert.deepEqual(indices.flat(), [...order]);
      for (const slice of slices) {
        assert.deepEqual(
          [...slice.numbers],
          [...slice.numbers].sort((a, b) => a - b),
        );
        assert.deepEqual(
          slice.hits,
          [...slice.numbers].map(number => hits[indexOf(number)]),
        );
      }
      const owners = slices.flatMap(slice => [...new Set(slice.hits.map(({ day, visitor }) => `${day} ${visitor}`))]);
      assert.equal(new Set(owners).size, owners.length);
    }
  });

  it('has all visitors with something new in the first slice', () => {
    const isNew = (index: number) => index === 4 || index === 14;
    const [first, ...others] = slicesOf({ hits, numbers, order }, 2, isNew);
    const keyOf = ({ day, visitor }: FoldHit) => `${day} ${visitor.slice(0, 8).padStart(8, '0')}`;
    const expected = [4, 14].map(index => keyOf(hits[index] as FoldHit));
    assert.deepEqual([...new Set(first?.hits.map(keyOf))].sort(), expected.sort());
    assert.equal(others.flatMap(slice => slice.hits).length + (first?.hits.length ?? 0), hits.length);
    for (const slice of others) assert.equal(slice.hits.map(keyOf).filter(key => expected.includes(key)).length, 0);
  });
});
