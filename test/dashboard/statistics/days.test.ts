import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { addDays, countDays, daysOfPreset, isDay, PRESETS, todayIn } from '../../../src/dashboard/statistics/days.ts';
import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import { RANGE_PRESETS, rangeOfPreset } from '../../../src/domain/range.ts';

describe('named ranges in the browser', () => {
  it('are those of the API', () => {
    assert.deepEqual(PRESETS.map(([name]) => name).toSorted(), [...RANGE_PRESETS].toSorted());
  });

  it('cover the same days as on the server, on any day', () => {
    for (let day = dayNumber('2023-12-25') ?? 0; day < 20_200; day += 1) {
      for (const preset of RANGE_PRESETS) {
        if (preset === 'ALL') continue;
        const { from, to } = rangeOfPreset(preset, day, null);
        assert.deepEqual(
          daysOfPreset(preset, dateOf(day)),
          { from: dateOf(from), to: dateOf(to) },
          `${preset} on ${dateOf(day)}`,
        );
      }
    }
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

  it('are valid only as real dates in the form YYYY-MM-DD', () => {
    assert.ok(isDay('2024-02-29'));
    for (const text of ['2026-02-29', '2026-2-9', '', 'today', null]) assert.ok(!isDay(text), String(text));
  });
});
