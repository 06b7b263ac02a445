import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  addDays,
  countDays,
  daysOfPreset,
  firstWeekdayIn,
  momentIn,
  presetAfter,
  stepFrom,
  timesOf,
  todayIn,
  weekdaysIn,
} from '../../../src/dashboard/statistics/days.ts';
import { dayNumber, weekdayOf } from '../../../src/domain/calendar.ts';
import { RANGE_PRESETS, type RangePreset } from '../../../src/domain/range.ts';

describe('named ranges in the browser', () => {
  it('end on the day they are asked for, with the weeks of the reader; all time is left to the server', () => {
    const thisWeekIn = (locale: string) => daysOfPreset('THIS_WEEK', '2026-03-10', firstWeekdayIn(locale))?.from;
    assert.deepEqual(['en-GB', 'de-AT', 'zh', 'en-US', 'pt-BR', 'ja'].map(thisWeekIn), [
      ...['2026-03-09', '2026-03-09', '2026-03-09'],
      ...['2026-03-08', '2026-03-08', '2026-03-08'],
    ]);
    // Without a browser, the locale is `en`.
    assert.deepEqual(daysOfPreset('THIS_WEEK', '2026-03-10'), { from: '2026-03-08', to: '2026-03-10' });
    assert.equal(daysOfPreset('ALL', '2026-03-10'), null);
  });

  it('start from the day at the website, not at the reader', () => {
    const at = Date.parse('2026-03-10T23:30:00Z');
    assert.equal(todayIn('UTC', at), '2026-03-10');
    assert.equal(todayIn('Asia/Tokyo', at), '2026-03-11');
    assert.equal(todayIn('America/Los_Angeles', at), '2026-03-10');
    assert.deepEqual(momentIn('Asia/Tokyo', Date.parse('2026-03-10T15:30:00Z')), { day: '2026-03-11', hour: 0 });
  });
});

describe('the hours of a weekday', () => {
  it('are as many as the range has up to now', () => {
    for (const [from, to] of [
      ['2026-11-27', '2026-11-27'],
      ['2026-11-23', '2026-11-27'],
      ['2026-10-28', '2026-11-26'],
      ['2026-11-20', '2026-12-31'],
      ['2026-12-01', '2026-12-31'],
    ] as const)
      for (let weekday = 1; weekday <= 7; weekday++)
        for (const hour of [0, 14, 15, 23]) {
          let times = 0;
          for (let day = from as string; day <= to; day = addDays(day, 1))
            if (weekdayOf(dayNumber(day)) === weekday)
              times += Number(day < '2026-11-27' || (day === '2026-11-27' && hour <= 14));
          const found = timesOf({ from, to }, weekday, hour, { day: '2026-11-27', hour: 14 });
          assert.equal(found, times, `${from} ${to} ${weekday} ${hour}`);
        }
  });
});

describe('a step from a range', () => {
  const today = '2026-11-27';
  const step = (preset: RangePreset | null, days: string, direction: 1 | -1, firstWeekday = 1) => {
    const [from = '', to = from] = days.split(' ');
    const next = stepFrom({ preset, days: { from, to } }, direction, today, firstWeekday);
    return next && (next.from === next.to ? next.from : `${next.from} ${next.to}`);
  };

  it('leads to as many days, of later ones up to today', () => {
    assert.equal(step('LAST_30_DAYS', '2026-10-28 2026-11-26', -1), '2026-09-28 2026-10-27');
    assert.equal(step(null, '2026-09-28 2026-10-27', 1), '2026-10-28 2026-11-26');
    assert.equal(step(null, '2026-11-10 2026-11-19', 1), '2026-11-20 2026-11-27');
    assert.equal(step('YESTERDAY', '2026-11-26', 1), '2026-11-27');
    assert.equal(step('TODAY', '2026-11-27', -1), '2026-11-26');
  });

  it('leads nowhere if nothing, or only today, is later than several days, and not before 1970', () => {
    for (const preset of ['LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_90_DAYS', null] as const)
      assert.equal(step(preset, '2026-10-28 2026-11-26', 1), null);
    assert.equal(step('TODAY', '2026-11-27', 1), null);
    assert.equal(step('THIS_MONTH', '2026-11-01 2026-11-27', 1), null);
    assert.equal(step(null, '2026-12-01 2026-12-09', 1), null);
    assert.equal(step(null, '1970-01-03 1970-01-09', -1), null);
  });

  it('leads by whole months and years, also from those that are running', () => {
    assert.equal(step('LAST_MONTH', '2026-10-01 2026-10-31', -1), '2026-09-01 2026-09-30');
    assert.equal(step(null, '2026-03-01 2026-03-31', -1), '2026-02-01 2026-02-28');
    assert.equal(step(null, '2026-10-01 2026-10-31', 1), '2026-11-01 2026-11-27');
    assert.equal(step('THIS_MONTH', '2026-11-01 2026-11-27', -1), '2026-10-01 2026-10-31');
    assert.equal(step(null, '2026-11-01 2026-11-27', -1), '2026-10-01 2026-10-31');
    assert.equal(step(null, '2026-07-01 2026-09-30', 1), '2026-10-01 2026-11-27');
    assert.equal(step('THIS_YEAR', '2026-01-01 2026-11-27', -1), '2025-01-01 2025-12-31');
    assert.equal(step(null, '2026-01-01 2026-11-27', -1), '2025-01-01 2025-12-31');
    assert.equal(step('LAST_YEAR', '2025-01-01 2025-12-31', -1), '2024-01-01 2024-12-31');
    assert.equal(step(null, '2024-01-01 2024-12-31', 1), '2025-01-01 2025-12-31');
    // Thirty days that happen to be a month are still thirty days.
    assert.equal(step('LAST_30_DAYS', '2026-09-01 2026-09-30', -1), '2026-08-02 2026-08-31');
  });

  it('leads by whole weeks of the reader, also from the one that is running', () => {
    assert.equal(step('THIS_WEEK', '2026-11-23 2026-11-27', -1), '2026-11-16 2026-11-22');
    assert.equal(step(null, '2026-11-16 2026-11-22', 1), '2026-11-23 2026-11-27');
    assert.equal(step(null, '2026-11-23 2026-11-27', -1), '2026-11-16 2026-11-22');
    assert.equal(step(null, '2026-11-22 2026-11-27', -1, 7), '2026-11-15 2026-11-21');
    assert.equal(step(null, '2026-11-23 2026-11-27', -1, 7), '2026-11-18 2026-11-22');
  });
});

describe('the preset after a step to later days', () => {
  const today = '2026-11-27';
  const onAndBack = (preset: RangePreset, asked = today) => {
    const days = daysOfPreset(preset, asked, 1) ?? assert.fail();
    const before = stepFrom({ preset, days }, -1, asked, 1) ?? assert.fail();
    const after = stepFrom({ preset: null, days: before }, 1, asked, 1);
    return after && presetAfter(before, after, asked, 1);
  };

  it('is the one from which the step before led here', () => {
    for (const preset of RANGE_PRESETS.filter(one => one !== 'ALL')) assert.equal(onAndBack(preset), preset);
    // On the first of a month, today is both of these.
    for (const preset of ['TODAY', 'THIS_MONTH'] as const) assert.equal(onAndBack(preset, '2026-06-01'), preset);
  });

  it('is none for days that are no preset', () => {
    const [before, after] = [
      { from: '2026-09-01', to: '2026-09-30' },
      { from: '2026-10-01', to: '2026-10-30' },
    ];
    assert.equal(presetAfter(before, after, today, 1), null);
  });
});

describe('days', () => {
  it('are counted across a clock change and a leap day', () => {
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addDays('2024-03-01', -1), '2024-02-29');
    assert.equal(countDays({ from: '2024-02-01', to: '2024-03-01' }), 30);
  });
});

describe('the weekdays', () => {
  it("begin with the first day of the reader's week", () => {
    assert.deepEqual(weekdaysIn('de'), [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(weekdaysIn('en-US'), [7, 1, 2, 3, 4, 5, 6]);
    assert.deepEqual(weekdaysIn('ar-EG'), [6, 7, 1, 2, 3, 4, 5]);
  });
});
