import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { changedBetween, withChange, withoutChanges } from '../../../src/db/rollups/open-changes.ts';

const visitor = (number: number) => number.toString(16).padStart(16, '0');

describe('The list of changes of the open day', () => {
  it('leads from any of its versions to the last one with all visitors in between, or nowhere', () => {
    const arbitraryFold = fc.record({
      visitors: fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 8 }),
      many: fc.constantFrom(0, 0, 0, 0, 300, 1_500, 1_980, 2_001),
      pause: fc.constantFrom(0, 1, 5, 200, 700),
    });
    fc.assert(
      fc.property(fc.array(arbitraryFold, { maxLength: 60 }), folds => {
        let list = withoutChanges(1_000);
        let at = Date.parse('2026-03-10T00:00:00Z');
        const done: { version: number; visitors: string[] }[] = [{ version: 1_000, visitors: [] }];
        for (const { visitors, many, pause } of folds) {
          at += pause * 1_000;
          const changed = [...visitors, ...Array.from({ length: many }, (_, index) => 1_000 + index)].map(visitor);
          const { version } = done.at(-1) as { version: number };
          list = withChange(list, version, version + 7, { visitors: changed, at });
          done.push({ version: version + 7, visitors: changed });
          assert.ok(list.length <= 16_000);
          for (const [index, { version: from }] of done.entries()) {
            const found = changedBetween(list, from, version + 7);
            const since = done.slice(index + 1).flatMap(one => one.visitors);
            if (found) assert.deepEqual(found, [...new Set(since)].sort());
            else assert.ok(index < done.length - 2 || many > 1_900, 'the last fold but one is known');
          }
          assert.equal(changedBetween(list, version + 6, version + 7), null);
          assert.equal(changedBetween(list, version, version), null);
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('begins anew after a fold that is not in it', () => {
    const list = withChange(withoutChanges(1), 1, 2, { visitors: [visitor(1)], at: 0 });
    const next = withChange(list, 3, 4, { visitors: [visitor(2)], at: 0 });
    assert.equal(changedBetween(next, 2, 4), null);
    assert.deepEqual(changedBetween(next, 3, 4), [visitor(2)]);
    assert.deepEqual(changedBetween(withChange(null, 3, 4, { visitors: [], at: 0 }), 3, 4), []);
    assert.equal(changedBetween(null, 3, 4), null);
  });
});
