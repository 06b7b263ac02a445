import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { countSlots, hoursOfDay, INTERVALS, type Interval, slotsOf } from '../../src/domain/intervals.ts';
import { dateOf, dayNumber } from '../../src/domain/range.ts';

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

  it('are the hours of a day: a skipped hour is missing, a repeated hour is listed once', () => {
    const hours = (date: string, timezone: string) => hoursOfDay(dayNumber(date), timezone);
    assert.equal(hours('2026-03-28', 'Europe/Berlin').length, 24);
    assert.deepEqual(hours('2026-03-29', 'Europe/Berlin').slice(0, 4), [0, 1, 3, 4]);
    assert.equal(hours('2026-03-29', 'Europe/Berlin').length, 23);
    assert.equal(hours('2026-10-25', 'Europe/Berlin').length, 24);
    assert.deepEqual(hours('2018-11-04', 'America/Sao_Paulo').slice(0, 2), [1, 2]);
    assert.deepEqual(hours('2011-12-30', 'Pacific/Apia'), []);
    assert.equal(hours('2026-04-05', 'Australia/Lord_Howe').length, 24);
    const [first, , third] = slotsOf(range('2026-03-29', '2026-03-29'), 'HOUR', 'Europe/Berlin');
    assert.equal(first?.start, '2026-03-29T00');
    assert.equal(third?.start, '2026-03-29T03');
  });
});
