import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { IdSet } from '../../../src/imports/bounded/id-set.ts';

const RUNS = Number(process.env.RUNS ?? 50);

describe('A set of ids', () => {
  it('is one of numbers, also where ids have gaps of millions', () => {
    const id = fc.oneof(fc.nat(100), fc.nat(200_000), fc.nat(30_000_000));
    fc.assert(
      fc.property(fc.array(id, { maxLength: 200 }), fc.array(id), (added, others) => {
        const ids = new IdSet();
        for (const one of added) ids.add(one);
        assert.equal(ids.size, new Set(added).size);
        for (const one of [...added, ...others]) assert.equal(ids.has(one), added.includes(one));
      }),
      { numRuns: RUNS },
    );
  });
});
