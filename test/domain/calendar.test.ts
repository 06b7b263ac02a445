import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  dateOf,
  dayNumber,
  firstDayOfMonth,
  firstDayOfWeek,
  lastDayOfMonth,
  lastDayOfWeek,
  monthNumber,
  parseDate,
  splitMonths,
  splitWeeks,
  weekdayOf,
  weekNumber,
} from '../../src/domain/calendar.ts';

const LAST = dayNumber('9999-12-31');

for (const date of ['1970-01-01', '2024-02-29', '2000-02-29', '2026-12-31', '9999-12-31']) {
  test(`${date} is a date`, () => assert.equal(parseDate(date), date));
}
for (const text of [
  '',
  '1969-12-31',
  '0000-01-01',
  '0070-01-01',
  '2026-02-29',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-5',
  '26-01-05',
  '2026-01-31 ',
  '2026-01-31T00:00:00Z',
  '2026/01/31',
  '31-01-2026',
  '+2026-01-01',
  '10000-01-01',
  '２０２６-01-01',
  'today',
  '\0',
  '2'.repeat(1_000_000),
]) {
  test(`${JSON.stringify(text.slice(0, 30))} is not a date`, () => assert.equal(parseDate(text), null));
}

test('days increase one by one and months follow the calendar, including leap years and centuries', () => {
  let year = 1970;
  let month = 1;
  let date = 1;
  for (let day = 0; day <= 60_000; day++) {
    const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
    assert.equal(dateOf(day), text);
    assert.equal(dayNumber(text), day);
    assert.equal(monthNumber(day), (year - 1970) * 12 + month - 1);
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;
    if (date === 1) assert.equal(firstDayOfMonth(monthNumber(day)), day);
    if (date === days) assert.equal(lastDayOfMonth(monthNumber(day)), day);
    if (++date > days) {
      date = 1;
      if (++month > 12) {
        month = 1;
        year++;
      }
    }
  }
  fc.assert(fc.property(fc.integer({ min: 0, max: LAST }), day => assert.equal(dayNumber(dateOf(day)), day)));
});

type Split = readonly [
  from: string,
  to: string,
  months: readonly [string, string] | null,
  days: readonly (readonly [string, string])[],
];
const SPLITS: readonly Split[] = [
  ['2026-01-15', '2026-01-15', null, [['2026-01-15', '2026-01-15']]],
  ['2026-01-01', '2026-01-31', ['2026-01', '2026-01'], []],
  ['2026-01-01', '2026-01-30', null, [['2026-01-01', '2026-01-30']]],
  ['2026-01-02', '2026-02-27', null, [['2026-01-02', '2026-02-27']]],
  ['2026-01-31', '2026-02-28', ['2026-02', '2026-02'], [['2026-01-31', '2026-01-31']]],
  [
    '2025-11-15',
    '2026-03-04',
    ['2025-12', '2026-02'],
    [
      ['2025-11-15', '2025-11-30'],
      ['2026-03-01', '2026-03-04'],
    ],
  ],
];
for (const [from, to, months, days] of SPLITS) {
  test(`${from} to ${to} is ${months ? `the months ${months.join(' to ')}` : 'no whole month'} and ${days.length} edges`, () => {
    const parts = splitMonths(dayNumber(from), dayNumber(to));
    const monthName = (month: number) => dateOf(firstDayOfMonth(month)).slice(0, 7);
    assert.deepEqual(parts.whole?.map(monthName) ?? null, months);
    assert.deepEqual(
      parts.days.map(edge => edge.map(dateOf)),
      days,
    );
  });
}

const UNITS = [
  ['month', splitMonths, monthNumber, firstDayOfMonth, lastDayOfMonth],
  ['week', splitWeeks, weekNumber, firstDayOfWeek, lastDayOfWeek],
] as const;
for (const [unit, split, numberOf, firstDayOf, lastDayOf] of UNITS) {
  test(`the parts of a range contain each of its days once, and no edge contains a whole ${unit}`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 1500 }), (from, length) => {
        const { whole, days } = split(from, from + length);
        const stretches = days.map(([first, last]) => [first, last]);
        if (whole) stretches.push([firstDayOf(whole[0]), lastDayOf(whole[1])]);
        const held = stretches.flatMap(([first = 0, last = 0]) =>
          Array.from({ length: last - first + 1 }, (_, i) => first + i),
        );
        assert.deepEqual(
          held.toSorted((a, b) => a - b),
          Array.from({ length: length + 1 }, (_, i) => from + i),
        );
        for (const [first, last] of days) {
          for (let at = numberOf(first); at <= numberOf(last); at++)
            assert.ok(firstDayOf(at) < first || lastDayOf(at) > last);
        }
      }),
    );
  });
}

test('weeks go from Monday to Sunday', () => {
  assert.equal(dateOf(firstDayOfWeek(weekNumber(dayNumber('2026-11-21')))), '2026-11-16');
  assert.equal(dateOf(lastDayOfWeek(weekNumber(dayNumber('2026-11-16')))), '2026-11-22');
  assert.equal(weekNumber(0), 0);
  for (const [date, weekday] of [
    ['1970-01-01', 4],
    ['2026-03-01', 7],
    ['2026-03-02', 1],
  ] as const)
    assert.equal(weekdayOf(dayNumber(date)), weekday);
});

test('a range that ends before it begins has no parts', () => {
  assert.deepEqual(splitMonths(10, 9), { whole: null, days: [] });
  assert.deepEqual(splitMonths(400, 9), { whole: null, days: [] });
  assert.deepEqual(splitWeeks(400, 9), { whole: null, days: [] });
});
