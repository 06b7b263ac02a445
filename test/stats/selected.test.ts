import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { Selected } from '../../src/stats/selected.ts';

describe('Selected value ids', () => {
  it('are listed, or all others if those are fewer, including the empty value', () => {
    const selected = new Selected();
    for (const id of [3, 9, 20_000, 3]) selected.add(id);
    assert.deepEqual(selected.upTo(20_001), { ids: [3, 9, 20_000] });
    assert.equal(selected.shorterUpTo(20_001), 3);
    for (let id = 1; id <= 20_001; id++) if (id !== 77) selected.add(id);
    assert.deepEqual(selected.upTo(20_001), { ids: [0, 77], allOthersUpTo: 20_001 });
    assert.equal(selected.shorterUpTo(20_001), 2);
  });

  it('are none at first', () => {
    assert.deepEqual(new Selected().upTo(0), { ids: [] });
  });
});
