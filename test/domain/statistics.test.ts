import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { DIMENSIONS, NAMED_STATISTICS, PROPERTY, STATISTICS } from '../../src/domain/statistics.ts';

/** The largest number that both databases store for the name of a sum. */
const MOST = 127;

describe('The statistics', () => {
  it('have names of their own, and those that read a value a number of their own', () => {
    assert.equal(new Set(NAMED_STATISTICS.map(({ name }) => name)).size, NAMED_STATISTICS.length);
    const ofCalendar = STATISTICS.filter(({ scope }) => scope === 'day' || scope === 'hour').map(
      ({ rollup }) => rollup,
    );
    const numbers = [...DIMENSIONS, PROPERTY].map(({ rollup }) => rollup).concat(...new Set(ofCalendar));
    assert.deepEqual(
      numbers.filter((number, at) => numbers.indexOf(number) !== at || number < 1 || number > MOST),
      [],
    );
  });
});
