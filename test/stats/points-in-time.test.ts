import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dateOf, dayOf } from '../../src/domain/calendar.ts';
import { calendarOf, slotsBefore } from '../../src/stats/points-in-time.ts';

const day = (text: string) => dayOf(text) ?? 0;
/** The same day a year before; February 29 has that of February 28. */
const dayBefore = (at: number) =>
  day(
    dateOf(at)
      .replace(/^\d+/, year => String(Number(year) - 1))
      .replace('02-29', '02-28'),
  );

test('February 28 has the day of the year before, and February 29 none', () => {
  const range = { from: day('2024-02-27'), to: day('2024-03-01') };
  const { slots } = calendarOf(range, 'DAY', 'UTC');
  const before = slotsBefore(slots, { to: day('2023-03-01'), dayBefore } as never);
  assert.deepEqual(
    before.map(({ start, from, to }) => [start, to < from ? 'none' : dateOf(to)]),
    [
      ['2023-02-27', '2023-02-27'],
      ['2023-02-28', '2023-02-28'],
      ['2023-02-28', 'none'],
      ['2023-03-01', '2023-03-01'],
    ],
  );
});

test('February 28 has both days of a leap year', () => {
  const { slots } = calendarOf({ from: day('2025-02-28'), to: day('2025-03-01') }, 'DAY', 'UTC');
  const before = slotsBefore(slots, { to: day('2024-03-01'), dayBefore } as never);
  assert.deepEqual(
    before.map(({ from, to }) => [dateOf(from), dateOf(to)]),
    [
      ['2024-02-28', '2024-02-29'],
      ['2024-03-01', '2024-03-01'],
    ],
  );
});
