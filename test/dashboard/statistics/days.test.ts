import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import {
  addDays,
  countDays,
  daysOfPreset,
  firstWeekdayIn,
  todayIn,
  weekdaysIn,
} from '../../../src/dashboard/statistics/days.ts';

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
