import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { dateOf, dayNumber, weekdayOf } from '../../src/domain/calendar.ts';
import { daysBefore, FREQUENCIES, lastPeriod, reportDay } from '../../src/domain/report.ts';

const shown = ({ from, to }: { from: number; to: number }) => `${dateOf(from)}..${dateOf(to)}`;

describe('A period', () => {
  it('is the last one that ended before the day', () => {
    const wanted: readonly [string, string, string, string][] = [
      ['2026-03-16', '2026-03-15..2026-03-15', '2026-03-09..2026-03-15', '2026-02-01..2026-02-28'],
      ['2026-03-15', '2026-03-14..2026-03-14', '2026-03-02..2026-03-08', '2026-02-01..2026-02-28'],
      ['2026-03-01', '2026-02-28..2026-02-28', '2026-02-16..2026-02-22', '2026-02-01..2026-02-28'],
      ['2024-03-01', '2024-02-29..2024-02-29', '2024-02-19..2024-02-25', '2024-02-01..2024-02-29'],
      ['2026-01-01', '2025-12-31..2025-12-31', '2025-12-22..2025-12-28', '2025-12-01..2025-12-31'],
    ];
    for (const [day, ...periods] of wanted) {
      assert.deepEqual(
        FREQUENCIES.map(frequency => shown(lastPeriod(frequency, dayNumber(day)))),
        periods,
        day,
      );
    }
  });

  it('is compared with the days before it, matched by weekday in the fewest whole weeks, for years', () => {
    for (const frequency of FREQUENCIES) {
      for (let day = dayNumber('2023-12-01'); day < dayNumber('2028-04-01'); day++) {
        const period = lastPeriod(frequency, day);
        assert.ok(period.to < day && period.from <= period.to);
        const before = daysBefore(period);
        assert.ok(before);
        const length = period.to - period.from;
        assert.deepEqual([before.to - before.from, weekdayOf(before.from)], [length, weekdayOf(period.from)]);
        assert.ok(period.from - before.to >= 1 && period.from - before.to <= 7, 'the fewest whole weeks before');
        if (frequency === 'WEEKLY') assert.deepEqual([weekdayOf(period.from), weekdayOf(period.to)], [1, 7]);
      }
    }
  });

  it("has its report due from 08:00 in the website's time zone, also when clocks change", () => {
    const wanted: readonly [string, string, string][] = [
      ['2026-03-16T07:59:59Z', 'UTC', '2026-03-15'],
      ['2026-03-16T08:00:00Z', 'UTC', '2026-03-16'],
      ['2026-03-29T05:59:59Z', 'Europe/Berlin', '2026-03-28'],
      ['2026-03-29T06:00:00Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-10-25T06:59:59Z', 'Europe/Berlin', '2026-10-24'],
      ['2026-10-25T07:00:00Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-03-15T18:00:00Z', 'Pacific/Kiritimati', '2026-03-16'],
      ['2026-03-16T02:14:59Z', 'Asia/Kathmandu', '2026-03-15'],
      ['2026-03-16T02:15:00Z', 'Asia/Kathmandu', '2026-03-16'],
    ];
    for (const [time, zone, day] of wanted)
      assert.equal(dateOf(reportDay(Date.parse(time), zone)), day, `${time} in ${zone}`);
  });
});
