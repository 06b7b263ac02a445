import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { ROLLUP_DAY, ROLLUP_HOUR } from '../../src/counting/rollups.ts';
import { createTally } from '../../src/counting/tally.ts';

const RANGE = { from: 1, to: 1 };

describe('A tally', () => {
  it('counts a bounce where a visit has one pageview and no event', () => {
    const tally = createTally([{ rollup: ROLLUP_DAY, by: 'day', ...RANGE, metrics: ['visits', 'bounces'] }]);
    assert.deepEqual(tally.visitFields, ['day', 'pageviews', 'events']);
    tally.addVisits('1 1 0,1 2 0,1 1 1,2 1 0');
    const [vector] = tally.vectors();
    assert.deepEqual(vector?.ids, [1, 2]);
    assert.deepEqual(
      vector?.columns.map(column => [...(column as Float64Array)]),
      [
        [3, 1],
        [1, 1],
      ],
    );
  });

  it('adds up negative numbers as they are, since a damaged visit may have one', () => {
    const tally = createTally([{ rollup: ROLLUP_DAY, by: 'value', ...RANGE, metrics: ['seconds'] }]);
    tally.addVisits('-5,8');
    assert.equal(tally.vectors()[0]?.columns[0]?.[0], 3);
  });

  it('counts hits of nobody only where everything counts', () => {
    const query = { rollup: ROLLUP_HOUR, by: 'value', ...RANGE, metrics: ['pageviews', 'events'] } as const;
    const day = { ...query, rollup: ROLLUP_DAY };
    const everything = createTally([query, day], 'all');
    assert.deepEqual(everything.visitFields, []);
    everything.countHits([
      { day: 1, hour: 7, page: 3, event: 0, hits: 2 },
      { day: 1, hour: 7, page: 3, event: 9, hits: 1 },
    ]);
    const [hours, days] = everything.vectors();
    assert.deepEqual([hours?.ids, hours?.columns.map(column => column[0])], [[7], [2, 1]]);
    assert.deepEqual([days?.ids, days?.columns.map(column => column[0])], [[0], [2, 1]]);
    assert.deepEqual(createTally([day]).visitFields, ['pageviews', 'events']);
    assert.deepEqual(createTally([day]).hitFields, []);
  });
});
