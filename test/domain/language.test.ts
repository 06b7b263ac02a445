import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { primaryLanguage } from '../../src/domain/language.ts';

const HEADERS: readonly (readonly [header: string, language: string])[] = [
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['en_US', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['gsw-CH, de', 'gsw'],
  ['en;q=0.5, fr;q=0.9', 'fr'],
  ['en;q=0.8,fr;q=0.8', 'en'],
  ['en;q=0.5,fr', 'fr'],
  ['en ; q = 0.5 , fr ; q = 0.6', 'fr'],
  ['en;q=0', ''],
  ['en;q=0,fr;q=0.1', 'fr'],
  ['*', ''],
  ['*,de;q=0.5', 'de'],
  ['', ''],
  [' ', ''],
  [',,,', ''],
  ['e', ''],
  ['english', ''],
  ['x-klingon', ''],
  ['i-klingon', ''],
  ['und', ''],
  ['en;q=2', ''],
  ['en;q=x, fr;q=0.1', 'fr'],
  ['en;q=0.9.9', ''],
  ['12', ''],
  ['\0', ''],
  ['<script>', ''],
  ['\ud800', ''],
  [`${'x'.repeat(1_000_000)},en`, ''],
  [`en,${'a-'.repeat(500_000)}`, 'en'],
];
for (const [header, language] of HEADERS) {
  test(`${JSON.stringify(header.slice(0, 40))} prefers "${language}"`, () =>
    assert.equal(primaryLanguage(header), language));
}

test('any text results in two or three letters or nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => assert.match(primaryLanguage(text), /^([a-z]{2,3})?$/)));
});
