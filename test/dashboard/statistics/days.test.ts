import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addDays, countDays, daysOfPreset, PRESETS, todayIn } from '../../../src/dashboard/statistics/days.ts';
import { RANGE_PRESETS } from '../../../src/domain/range.ts';

describe('named ranges in the browser', () => {
  it('are those of the API', () => {
    assert.deepEqual(PRESETS.map(([name]) => name).toSorted(), [...RANGE_PRESETS].toSorted());
  });

  it('end on the day they are asked for; all time is left to the server', () => {
    assert.deepEqual(daysOfPreset('THIS_WEEK', '2026-03-10'), { from: '2026-03-09', to: '2026-03-10' });
    assert.equal(daysOfPreset('ALL', '2026-03-10'), null);
  });

  it('start from the day at the website, not at the reader', () => {
    const at = Date.parse('2026-03-10T23:30:00Z');
    assert.equal(todayIn('UTC', at), '2026-03-10');
    assert.equal(todayIn('Asia/Tokyo', at), '2026-03-11');
    assert.equal(todayIn('America/Los_Angeles', at), '2026-03-10');
  });
});

describe('days', () => {
  it('are counted across a clock change and a leap day', () => {
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addDays('2024-03-01', -1), '2024-02-29');
    assert.equal(countDays({ from: '2024-02-01', to: '2024-03-01' }), 30);
  });
});
