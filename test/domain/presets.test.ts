import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type Compare, earlierRange, RANGE_PRESETS, rangeOfPreset, weekdayOf } from '../../src/domain/presets.ts';
import { dateOf, dayNumber } from '../../src/domain/range.ts';

describe('Named ranges', () => {
  const rangesOn = (date: string, first: string | null = '2024-11-05') =>
    Object.fromEntries(
      RANGE_PRESETS.map(preset => {
        const { from, to } = rangeOfPreset(preset, dayNumber(date), first === null ? null : dayNumber(first));
        return [preset, `${dateOf(from)} ${dateOf(to)}`];
      }),
    );

  it('are counted from today, and weeks begin on Monday', () => {
    assert.deepEqual(rangesOn('2026-03-04'), {
      TODAY: '2026-03-04 2026-03-04',
      YESTERDAY: '2026-03-03 2026-03-03',
      LAST_7_DAYS: '2026-02-26 2026-03-04',
      LAST_30_DAYS: '2026-02-03 2026-03-04',
      LAST_90_DAYS: '2025-12-05 2026-03-04',
      LAST_365_DAYS: '2025-03-05 2026-03-04',
      THIS_WEEK: '2026-03-02 2026-03-04',
      LAST_WEEK: '2026-02-23 2026-03-01',
      THIS_MONTH: '2026-03-01 2026-03-04',
      LAST_MONTH: '2026-02-01 2026-02-28',
      THIS_YEAR: '2026-01-01 2026-03-04',
      LAST_YEAR: '2025-01-01 2025-12-31',
      ALL: '2024-11-05 2026-03-04',
    });
  });

  it('can cross the end of a year', () => {
    const { LAST_MONTH, LAST_WEEK, THIS_WEEK } = rangesOn('2027-01-01');
    assert.equal(LAST_MONTH, '2026-12-01 2026-12-31');
    assert.equal(LAST_WEEK, '2026-12-21 2026-12-27');
    assert.equal(THIS_WEEK, '2026-12-28 2027-01-01');
  });

  it('are only today for ALL before the first hit', () => {
    assert.equal(rangesOn('2026-03-04', null).ALL, '2026-03-04 2026-03-04');
    assert.equal(rangesOn('2026-03-04', '2026-03-05').ALL, '2026-03-04 2026-03-04');
  });

  it('use the right day of the week', () => {
    assert.equal(weekdayOf(dayNumber('1970-01-01')), 4);
    assert.equal(weekdayOf(dayNumber('2026-03-01')), 7);
    assert.equal(weekdayOf(dayNumber('2026-03-02')), 1);
  });
});

describe('A range to compare with', () => {
  const earlier = (from: string, to: string, compare: Compare) => {
    const range = earlierRange({ from: dayNumber(from), to: dayNumber(to) }, compare);
    return range && `${dateOf(range.from)} ${dateOf(range.to)}`;
  };

  it('has the same number of days immediately before', () => {
    assert.equal(earlier('2026-03-01', '2026-03-31', 'PREVIOUS_PERIOD'), '2026-01-29 2026-02-28');
    assert.equal(earlier('2026-03-01', '2026-03-01', 'PREVIOUS_PERIOD'), '2026-02-28 2026-02-28');
  });

  it('has the same dates one year earlier, with February 28 for February 29', () => {
    assert.equal(earlier('2026-03-01', '2026-03-31', 'PREVIOUS_YEAR'), '2025-03-01 2025-03-31');
    assert.equal(earlier('2024-02-01', '2024-02-29', 'PREVIOUS_YEAR'), '2023-02-01 2023-02-28');
    assert.equal(earlier('2025-01-01', '2025-12-31', 'PREVIOUS_YEAR'), '2024-01-01 2024-12-31');
  });

  it('is null without a comparison, or if it would begin before 1970', () => {
    assert.equal(earlierRange({ from: 10, to: 12 }, null), null);
    assert.equal(earlier('1970-01-02', '1970-01-03', 'PREVIOUS_PERIOD'), null);
    assert.equal(earlier('1970-01-03', '1970-01-04', 'PREVIOUS_PERIOD'), '1970-01-01 1970-01-02');
  });
});
