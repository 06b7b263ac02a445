import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type LabelKind, labelOf } from '../../src/domain/label.ts';

const LABELS: readonly (readonly [kind: LabelKind, value: string, label: string])[] = [
  ['referrer', '', 'Direct'],
  ['source', '', 'Direct'],
  ['source', 'xn--mnchen-3ya.example', 'münchen.example'],
  ['referrer', 'google.com', 'google.com'],
  ['referrer', 'xn--mnchen-3ya.example', 'münchen.example'],
  ['host', 'shop.xn--fsqu00a.xn--0zwm56d', 'shop.例子.测试'],
  ['host', 'xn--a.example', 'xn--a.example'],
  ['host', '', 'Unknown'],
  ['plain', 'xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['place', '', 'Unknown'],
  ['place', 'DE:Germany', 'Germany'],
  ['place', 'EU:Europe', 'Europe'],
  ['place', 'Germany', 'Germany'],
  ['place', 'DE:', 'Unknown'],
  ['city', 'DE:Munich, Bavaria', 'Munich, Bavaria'],
  ['city', 'XX:A:B', 'A:B'],
  ['language', 'en', 'English'],
  ['language', 'de', 'German'],
  ['language', 'gsw', 'Swiss German'],
  ['language', 'qqx', 'qqx'],
  ['language', '(other)', '(other)'],
  ['language', '', 'Unknown'],
  ['hour', '07', '07:00'],
  ['hour', '(other)', '(other)'],
  ['day', '2026-01-31', '2026-01-31'],
  ['device', 'desktop', 'Desktop'],
  ['device', 'smarttv', 'Smart TV'],
  ['device', 'fridge', 'fridge'],
  ['device', '__proto__', '__proto__'],
  ['device', 'constructor', 'constructor'],
  ['device', '', 'Unknown'],
  ['plain', 'Chrome', 'Chrome'],
  ['plain', '', 'Unknown'],
  ['plain', '100%25', '100%25'],
  ['page', '', 'Unknown'],
  ['page', '/', '/'],
  ['page', '/x%20y', '/x y'],
  ['page', '/caf%C3%A9?q=%e4%bd%a0', '/café?q=你'],
  ['page', '/%F0%9F%98%80', '/😀'],
  ['page', '/a%2Fb%3Fc%26d%23', '/a%2Fb%3Fc%26d%23'],
  ['page', '/100%', '/100%'],
  ['page', '/%zz%C3', '/%zz%C3'],
  ['page', '/%E4%BD%A0%E4%BD', '/你%E4%BD'],
  ['page', '/%FF%41', '/%FFA'],
  ['page', '/%C0%80', '/%C0%80'],
  ['page', '/%ED%A0%80', '/%ED%A0%80'],
  ['page', '/a%00b%0Ac', '/a%00b%0Ac'],
  ['page', '/%E2%80%AEtxt', '/%E2%80%AEtxt'],
];
for (const [kind, value, label] of LABELS) {
  test(`the ${kind} "${value}" has the label "${label}"`, () => assert.equal(labelOf(kind, value), label));
}

test('no value makes a label throw, be empty, or contain half a character that the value does not have', () => {
  const kinds = fc.constantFrom<LabelKind>(
    'page',
    'referrer',
    'place',
    'city',
    'language',
    'hour',
    'day',
    'device',
    'plain',
  );
  const encoded = fc.array(fc.oneof(fc.constantFrom('%', '%E4', '%BD', '%A0', '%00', 'a', '%F0%9F'), fc.string()), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      kinds,
      fc.oneof(
        fc.string({ unit: 'binary' }),
        encoded.map(parts => parts.join('')),
      ),
      (kind, value) => {
        const label = labelOf(kind, value);
        assert.notEqual(label, '');
        if (value.isWellFormed()) assert.ok(label.isWellFormed());
      },
    ),
  );
});

test('a page is decoded like decodeURI where possible, except for characters that would hide or reverse text', () => {
  const kept = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const expected = decodeURI(`/${encodeURI(text)}`).replace(kept, character => encodeURI(character));
      assert.equal(labelOf('page', `/${encodeURI(text)}`), expected);
    }),
  );
});
