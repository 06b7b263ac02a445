import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  countCodePoints,
  cut,
  cutValue,
  hasNul,
  isStorable,
  quote,
  toStorable,
  toWellFormed,
} from '../../src/domain/text.ts';

const anyText = fc.string({ unit: 'binary' });

test('a cut text has the first code points and never half an emoji', () => {
  assert.equal(cut('a😀b', 2), 'a😀');
  assert.equal(cut('a😀b', 1), 'a');
  assert.equal(cut('abc', 3), 'abc');
  assert.equal(cut('abc', 0), '');
  fc.assert(fc.property(anyText, fc.nat(20), (text, n) => assert.equal(cut(text, n), [...text].slice(0, n).join(''))));
});

test('a page that is cut has no half of an escape at its end, and each value keeps what it can', () => {
  const characters = fc.constantFrom('ä', 'ß', '€', '例', '😀', 'x', '%');
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 30 }), fc.nat(60), (list, n) => {
      const encoded = list.map(encodeURIComponent);
      const page = `/${encoded.join('')}`;
      const short = cutValue(page, n + 1);
      assert.ok(page.startsWith(short) && short.length <= n + 1);
      decodeURIComponent(short);
      const kept = encoded.filter((_, at) => encoded.slice(0, at + 1).join('').length <= n);
      assert.equal(short, `/${kept.join('')}`);
      assert.equal(cutValue(short, n + 1), short);
      assert.equal(cutValue(page.slice(1), n), page.slice(1, n + 1), 'what is no page');
    }),
  );
});

test('a lone surrogate counts as one code point', () => {
  assert.equal(cut('\ud800\ud800x', 2), '\ud800\ud800');
  assert.equal(countCodePoints('\ud800😀', 10), 2);
});

test('counting stops one past the limit', () => {
  assert.equal(countCodePoints('😀'.repeat(1000), 5), 6);
  fc.assert(fc.property(anyText, text => assert.equal(countCodePoints(text, 1e6), [...text].length)));
});

test('lone surrogates and NUL become U+FFFD, the rest stays unchanged', () => {
  assert.equal(hasNul('a\0'), true);
  assert.equal(hasNul('a'), false);
  for (const [text, isKept] of [
    ['a😀', true],
    ['a\0', false],
    ['\udfff', false],
  ] as const)
    assert.equal(isStorable(text), isKept);
  assert.equal(toWellFormed('a\udfff😀\0'), 'a\ufffd😀\0');
  assert.equal(toStorable('a\ud800\0é'), 'a\ufffd\ufffdé');
  assert.equal(toStorable('plain'), 'plain');
});

test('a quoted text is short and has no control character, NUL, line break or half a character', () => {
  assert.equal(quote('x\n\u001b[31m\0\u202e'), '"x\\u000a\\u001b[31m\\u0000\\u202e"');
  assert.equal(quote('😀'.repeat(200)), `"${'😀'.repeat(80)}…"`);
  assert.equal(quote('\ud800'), '"\ufffd"');
});
