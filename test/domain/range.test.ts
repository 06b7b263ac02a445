import assert from 'node:assert/strict';
import { describe, it, test } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import {
  type Comparison,
  countSlots,
  type Earlier,
  earlierRange,
  INTERVALS,
  type Interval,
  RANGE_PRESETS,
  rangeOfPreset,
  runningDay,
  slotsOf,
} from '../../src/domain/range.ts';

describe('Named ranges', () => {
  const rangesOn = (date: string, first: string | null = '2024-11-05') =>
    Object.fromEntries(
      RANGE_PRESETS.map(preset => {
        const { from, to } = rangeOfPreset(preset, dayNumber(date), first === null ? null : dayNumber(first));
        return [preset, `${dateOf(from)} ${dateOf(to)}`];
      }),
    );

  it('are counted from today, the last days end yesterday, and weeks begin on Monday', () => {
    assert.deepEqual(rangesOn('2026-03-04'), {
      TODAY: '2026-03-04 2026-03-04',
      YESTERDAY: '2026-03-03 2026-03-03',
      LAST_7_DAYS: '2026-02-25 2026-03-03',
      LAST_30_DAYS: '2026-02-02 2026-03-03',
      LAST_90_DAYS: '2025-12-04 2026-03-03',
      LAST_365_DAYS: '2025-03-04 2026-03-03',
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

  it('have weeks that begin on another day, if one is given', () => {
    const weeksOn = (date: string, firstWeekday: number) =>
      (['THIS_WEEK', 'LAST_WEEK'] as const).map(preset => {
        const { from, to } = rangeOfPreset(preset, dayNumber(date), null, firstWeekday);
        return `${dateOf(from)} ${dateOf(to)}`;
      });
    // A Saturday and a Sunday.
    assert.deepEqual(weeksOn('2026-03-07', 7), ['2026-03-01 2026-03-07', '2026-02-22 2026-02-28']);
    assert.deepEqual(weeksOn('2026-03-08', 7), ['2026-03-08 2026-03-08', '2026-03-01 2026-03-07']);
    assert.deepEqual(weeksOn('2026-03-07', 6), ['2026-03-07 2026-03-07', '2026-02-28 2026-03-06']);
    assert.deepEqual(weeksOn('2026-03-08', 1), ['2026-03-02 2026-03-08', '2026-02-23 2026-03-01']);
  });

  it('are only today for ALL before the first hit', () => {
    assert.equal(rangesOn('2026-03-04', null).ALL, '2026-03-04 2026-03-04');
    assert.equal(rangesOn('2026-03-04', '2026-03-05').ALL, '2026-03-04 2026-03-04');
  });
});

describe('A range to compare with', () => {
  const earlier = (from: string, to: string, compare: Comparison) => {
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

  it('has the same days of the week, as few weeks before as possible', () => {
    assert.equal(earlier('2026-03-01', '2026-03-31', 'PREVIOUS_WEEKDAYS'), '2026-01-25 2026-02-24');
    assert.equal(earlier('2026-03-02', '2026-03-08', 'PREVIOUS_WEEKDAYS'), '2026-02-23 2026-03-01');
    assert.equal(earlier('2026-03-04', '2026-03-04', 'PREVIOUS_WEEKDAYS'), '2026-02-25 2026-02-25');
    for (let length = 1; length <= 60; length++) {
      const range = { from: 20_000, to: 20_000 + length - 1 };
      const { from, to, dayBefore } = earlierRange(range, 'PREVIOUS_WEEKDAYS') as Earlier;
      assert.equal(to - from, range.to - range.from);
      assert.ok(to < range.from && to + 7 >= range.from, String(length));
      assert.equal((range.from - dayBefore(range.from)) % 7, 0);
    }
  });

  it('has as many days from a chosen day on, which may overlap the range', () => {
    assert.equal(earlier('2026-03-01', '2026-03-31', { from: dayNumber('2025-07-01') }), '2025-07-01 2025-07-31');
    assert.equal(earlier('2026-03-01', '2026-03-31', { from: dayNumber('2026-02-28') }), '2026-02-28 2026-03-30');
  });

  it('is null without a comparison, or if it would begin before 1970', () => {
    assert.equal(earlierRange({ from: 10, to: 12 }, null), null);
    assert.equal(earlier('1970-01-02', '1970-01-03', 'PREVIOUS_PERIOD'), null);
    assert.equal(earlier('1970-01-03', '1970-01-04', 'PREVIOUS_PERIOD'), '1970-01-01 1970-01-02');
  });
});

const range = (from: string, to: string) => ({ from: dayNumber(from), to: dayNumber(to) });

describe('The points of a time series', () => {
  const slots = (from: string, to: string, interval: Interval) =>
    slotsOf(range(from, to), interval, 'UTC').map(slot => [slot.start, dateOf(slot.from), dateOf(slot.to), slot.cut]);

  it('are whole weeks and months, except where the range cuts them off', () => {
    assert.deepEqual(slots('2026-02-25', '2026-03-09', 'WEEK'), [
      ['2026-02-23', '2026-02-25', '2026-03-01', true],
      ['2026-03-02', '2026-03-02', '2026-03-08', false],
      ['2026-03-09', '2026-03-09', '2026-03-09', true],
    ]);
    assert.deepEqual(slots('2026-01-31', '2026-03-31', 'MONTH'), [
      ['2026-01-01', '2026-01-31', '2026-01-31', true],
      ['2026-02-01', '2026-02-01', '2026-02-28', false],
      ['2026-03-01', '2026-03-01', '2026-03-31', false],
    ]);
    assert.deepEqual(slots('2026-01-31', '2026-02-01', 'DAY'), [
      ['2026-01-31', '2026-01-31', '2026-01-31', false],
      ['2026-02-01', '2026-02-01', '2026-02-01', false],
    ]);
  });

  it('match the number computed beforehand', () => {
    for (const interval of INTERVALS) {
      for (const [from, to] of [
        ['2026-02-25', '2026-03-09'],
        ['2024-02-29', '2024-02-29'],
        ['2025-12-31', '2026-02-02'],
      ] as const) {
        assert.equal(countSlots(range(from, to), interval), slotsOf(range(from, to), interval, 'UTC').length, interval);
      }
    }
  });

  it('leave out an hour that a clock change skips', () => {
    const [first, , third] = slotsOf(range('2026-03-29', '2026-03-29'), 'HOUR', 'Europe/Berlin');
    assert.equal(first?.start, '2026-03-29T00');
    assert.equal(third?.start, '2026-03-29T03');
  });
});

test('Nothing of a day is over in its first hour, which is a later one if a clock change skips midnight', () => {
  const running = (instant: string, timezone: string) => {
    const { day, hour } = runningDay(Date.parse(instant), timezone);
    return `${dateOf(day)} ${hour}`;
  };
  assert.equal(running('2026-04-23T22:20:00Z', 'Africa/Cairo'), '2026-04-24 0');
  assert.equal(running('2026-04-23T23:20:00Z', 'Africa/Cairo'), '2026-04-24 2');
  assert.equal(running('2026-04-25T21:20:00Z', 'Africa/Cairo'), '2026-04-26 0');
  assert.equal(running('2026-04-25T22:20:00Z', 'Africa/Cairo'), '2026-04-26 1');
});
