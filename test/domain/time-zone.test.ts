import assert from 'node:assert/strict';
import { test } from 'vitest';
import { canonicalTimeZone } from '../../src/domain/time-zone.ts';

const ZONES: readonly (readonly [name: string, zone: string | null])[] = [
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
for (const [name, zone] of ZONES) {
  test(`${JSON.stringify(name.slice(0, 40))} is ${zone ? `the time zone ${zone}` : 'not a time zone'}`, () => {
    assert.equal(canonicalTimeZone(name), zone);
  });
}
