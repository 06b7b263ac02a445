import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { canonicalTimeZone, hoursOfDay, instantOf, localDay, startOfDay } from '../../src/domain/time-zone.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/Goose_Bay',
  'America/Moncton',
  'Antarctica/Casey',
  'Asia/Gaza',
  'Africa/Cairo',
  'Africa/Monrovia',
  'Pacific/Apia',
];

/** Returns the calendar of the platform as `2026-01-31 07`. */
function platformOf(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return time => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}`;
  };
}

/** Returns date and hour in a time zone as the service computes them. */
function at(instant: string, zone: string): string {
  const { day, hour } = localDay(Date.parse(instant), zone);
  return `${dateOf(day)} ${String(hour).padStart(2, '0')}`;
}

test('the hour skipped in spring is missing, and the day continues', () => {
  assert.equal(at('2026-03-29T00:59:59.999Z', 'Europe/Berlin'), '2026-03-29 01');
  assert.equal(at('2026-03-29T01:00:00Z', 'Europe/Berlin'), '2026-03-29 03');
  assert.equal(at('2026-03-08T06:59:59Z', 'America/New_York'), '2026-03-08 01');
  assert.equal(at('2026-03-08T07:00:00Z', 'America/New_York'), '2026-03-08 03');
});

test('the hour repeated in autumn is the same hour of the same day both times', () => {
  assert.equal(at('2026-10-25T00:30:00Z', 'Europe/Berlin'), '2026-10-25 02');
  assert.equal(at('2026-10-25T01:30:00Z', 'Europe/Berlin'), '2026-10-25 02');
  assert.equal(at('2026-10-25T22:59:59Z', 'Europe/Berlin'), '2026-10-25 23', 'the day has 25 hours');
  assert.equal(at('2026-10-25T23:00:00Z', 'Europe/Berlin'), '2026-10-26 00');
});

test('a time that clocks show is an instant: the first of two, and a later one for a time that is skipped', () => {
  const instant = (clock: string, zone: string) => new Date(instantOf(Date.parse(`${clock}Z`), zone)).toISOString();
  assert.equal(instant('2026-03-29T02:30:00', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z');
  assert.equal(instant('2026-03-29T03:00:00', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  assert.equal(instant('2026-10-25T02:30:00', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z');
  assert.equal(instant('2026-10-25T03:00:00', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z');
  assert.equal(instant('2026-01-01T00:00:00', 'Pacific/Kiritimati'), '2025-12-31T10:00:00.000Z');
});

test('midnight is local, in the first time zone on Earth as in the last', () => {
  assert.equal(at('2026-03-09T10:00:00Z', 'Pacific/Kiritimati'), '2026-03-10 00');
  assert.equal(at('2026-03-11T10:59:59Z', 'Pacific/Pago_Pago'), '2026-03-10 23');
  assert.equal(at('2026-03-10T18:15:00Z', 'Asia/Kathmandu'), '2026-03-11 00');
});

test('leap days and the turns of years and centuries follow the calendar', () => {
  assert.equal(at('2028-02-29T12:00:00Z', 'UTC'), '2028-02-29 12');
  assert.equal(at('2100-02-28T23:59:59Z', 'UTC'), '2100-02-28 23');
  assert.equal(at('2100-03-01T00:00:00Z', 'UTC'), '2100-03-01 00');
  assert.equal(at('2000-02-29T23:30:00Z', 'Europe/Berlin'), '2000-03-01 00');
  assert.equal(at('2026-12-31T23:00:00Z', 'Europe/Berlin'), '2027-01-01 00');
  assert.equal(at('1970-01-01T00:00:00Z', 'America/New_York'), '1969-12-31 19');
});

test("every time within 150 years has the day and hour of the platform's calendar", () => {
  const platforms = new Map(ZONES.map(zone => [zone, platformOf(zone)]));
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: Date.parse('2120-01-01T00:00:00Z') }),
      (zone, time) => {
        assert.equal(at(new Date(time).toISOString(), zone), platforms.get(zone)?.(time));
      },
    ),
    { seed: 7, numRuns: 2_000 },
  );
});

test('clocks change at any minute: every minute around midnight is right on days on which they do', () => {
  for (const [zone, date] of [
    ['America/St_Johns', '2006-10-29'],
    ['America/St_Johns', '2011-03-13'],
    ['America/Goose_Bay', '2010-11-07'],
    ['America/Moncton', '2006-04-02'],
    ['Antarctica/Casey', '2020-10-04'],
    ['Asia/Gaza', '2011-04-01'],
    ['Africa/Monrovia', '1972-01-07'],
    ['Africa/Cairo', '2026-04-24'],
    ['Pacific/Apia', '2011-12-30'],
  ] as const) {
    const platform = platformOf(zone);
    const [from, to] = [Date.parse(date) - 36 * 3_600_000, Date.parse(date) + 36 * 3_600_000];
    const times = Array.from({ length: (to - from) / 60_000 }, (_, minute) => from + minute * 60_000);
    for (const time of times) assert.equal(at(new Date(time).toISOString(), zone), platform(time), zone);
    for (const day of [dayNumber(date) - 1, dayNumber(date), dayNumber(date) + 1]) {
      const isBegun = (time: number) => platform(time).slice(0, 10) >= dateOf(day);
      const start = startOfDay(day, zone);
      assert.deepEqual([isBegun(start - 1), isBegun(start)], [false, true], `${zone} ${dateOf(day)}`);
      assert.equal(
        times.find(time => isBegun(time) && time < start),
        undefined,
        zone,
      );
    }
    const shown = times.map(platform).filter(text => text.startsWith(date));
    const hours = [...new Set(shown.map(text => Number(text.slice(11))))].sort((a, b) => a - b);
    assert.deepEqual(hoursOfDay(dayNumber(date), zone), hours, zone);
  }
});

test('a day has the hours that its clock shows: a skipped hour is missing, a repeated hour is listed once', () => {
  const hours = (date: string, timezone: string) => hoursOfDay(dayNumber(date), timezone);
  assert.equal(hours('2026-03-28', 'Europe/Berlin').length, 24);
  assert.deepEqual(hours('2026-03-29', 'Europe/Berlin').slice(0, 4), [0, 1, 3, 4]);
  assert.equal(hours('2026-03-29', 'Europe/Berlin').length, 23);
  assert.equal(hours('2026-10-25', 'Europe/Berlin').length, 24);
  assert.deepEqual(hours('2018-11-04', 'America/Sao_Paulo').slice(0, 2), [1, 2]);
  assert.deepEqual(hours('2011-12-30', 'Pacific/Apia'), []);
  assert.equal(hours('2026-04-05', 'Australia/Lord_Howe').length, 24);
});

const NAMES: readonly (readonly [name: string, zone: string | null])[] = [
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['+02:00', null],
  ['Mars/Base', null],
  ['', null],
  ['Europe/Berlin ', null],
  ['Europe/Berlin\0', null],
  ['__proto__', null],
  ['x'.repeat(1_000_000), null],
];
for (const [name, zone] of NAMES) {
  test(`${JSON.stringify(name.slice(0, 40))} is ${zone ? `the time zone ${zone}` : 'not a time zone'}`, () => {
    assert.equal(canonicalTimeZone(name), zone);
  });
}
