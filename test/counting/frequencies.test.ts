import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { addFrequencies, FrequencyCounter, mostFrequent, percentileOf } from '../../src/counting/frequencies.ts';

/** Numbers on both sides of those that are counted in an array. */
const arbitraryNumbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 4_094, max: 4_099 })), {
  maxLength: 40,
});

function frequenciesOf(numbers: readonly number[]) {
  const counter = new FrequencyCounter();
  for (const number of numbers) counter.add(number);
  return counter.frequencies();
}

describe('Frequencies', () => {
  it('of several lists add up to those of all numbers', () => {
    fc.assert(
      fc.property(fc.array(arbitraryNumbers), lists => {
        assert.deepEqual(addFrequencies(lists.map(frequenciesOf)), frequenciesOf(lists.flat()));
      }),
    );
  });

  it('give percentiles by nearest rank', () => {
    fc.assert(
      fc.property(arbitraryNumbers, fc.constantFrom(50, 90), (numbers, percent) => {
        const inOrder = numbers.toSorted((a, b) => a - b);
        const expected = inOrder.find((_, at) => (at + 1) * 100 >= percent * inOrder.length) ?? null;
        assert.equal(percentileOf(frequenciesOf(numbers), percent), expected);
      }),
    );
    assert.equal(percentileOf(frequenciesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 90), 9);
    assert.equal(percentileOf(frequenciesOf([3, 1]), 50), 1);
  });

  it('give the most frequent numbers, the smallest of equally frequent ones first', () => {
    const times = (found: { number: number; times: number }[]) =>
      found.map(({ number, times }) => `${number} ${times}`);
    const frequencies = frequenciesOf([7, 5, 5, 9, 9, 4_100, 4_100, 4_100, 1]);
    assert.deepEqual(times(mostFrequent(frequencies, 3)), ['4100 3', '5 2', '9 2']);
    assert.deepEqual(times(mostFrequent(frequencies, 9)), ['4100 3', '5 2', '9 2', '1 1', '7 1']);
    assert.deepEqual(mostFrequent(frequencies, 0), []);
  });
});
