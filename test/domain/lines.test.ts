import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseOrigins, parseParamList, type ReadLines, readLines, splitLines } from '../../src/domain/lines.ts';

function errorsOf(result: ReadLines): readonly string[] {
  assert.ok('errors' in result, 'the list was accepted');
  return result.errors;
}

const even = (line: string) => (Number(line) % 2 === 0 ? { line: String(Number(line)) } : { fault: 'is odd.' });

test('lines can end as on any system', () => assert.deepEqual(splitLines('a\nb\r\nc\rd'), ['a', 'b', 'c', 'd']));

test('a list has each line once, normalised, without empty lines', () => {
  assert.deepEqual(readLines([' 2 ', '', '4', '02', '2'], even), { list: ['2', '4'] });
});

test('an entry that would be stored as two, or not at all, is rejected', () => {
  for (const entry of ['a\nb', 'a\rb', 'a\0', '\ud800']) {
    const result = readLines(['a', entry], line => ({ line }));
    assert.ok('errors' in result, JSON.stringify(entry));
    assert.match(String(result.errors), /^Line 2, ".*", contains a line break or a character that cannot be stored;/);
  }
});

test('every invalid line is named by its number, up to the first twenty', () => {
  assert.deepEqual(readLines(['2', '', ' 3'], even), { errors: ['Line 3, "3", is odd.'] });
  const result = readLines(
    Array.from({ length: 22 }, (_, index) => String(2 * index + 1)),
    even,
  );
  assert.ok('errors' in result);
  assert.equal(result.errors.length, 21);
  assert.equal(result.errors.at(-1), '2 more lines are wrong as well; see the first 20.');
});

test('parameter names are trimmed, and empty lines and duplicates are dropped', () => {
  assert.deepEqual(parseParamList([' a ', '', 'b', 'a', 'A', '*', '__proto__']), {
    list: ['a', 'b', 'A', '*', '__proto__'],
  });
});

test('a parameter name that cannot be stored on a line is rejected with its line number', () => {
  assert.match(errorsOf(parseParamList(['a', 'b\nc']))[0] as string, /^Line 2, "b\\u000ac", contains a line break/);
  assert.match(errorsOf(parseParamList(['a\0b']))[0] as string, /^Line 1, .* cannot be stored/);
  assert.match(errorsOf(parseParamList(['\ud800']))[0] as string, /^Line 1, .* cannot be stored/);
  assert.match(errorsOf(parseParamList(['😀'.repeat(256)]))[0] as string, /^Line 1, .* is too long/);
  assert.deepEqual(parseParamList(['😀'.repeat(255)]), { list: ['😀'.repeat(255)] });
});

test('at most 20 parameter names can be beginnings, because each is compared with each parameter of a page', () => {
  const beginnings = Array.from({ length: 20 }, (_, at) => `${at}_*`);
  assert.deepEqual(parseParamList(['a', ...beginnings, '0_*', 'b']), { list: ['a', ...beginnings, 'b'] });
  assert.deepEqual(errorsOf(parseParamList([...beginnings, 'utm_*'])), [
    'Line 21, "utm_*", ends in *, as 20 entries before it do, which is the most; use whole names.',
  ]);
});

test('origins are normalised, and each line that is none is named', () => {
  assert.deepEqual(parseOrigins(['Example.com', 'https://example.com', ' http://[::1]:8080 ', '', '*']), {
    list: ['https://example.com', 'http://[::1]:8080', '*'],
  });
  for (const line of [
    'https://a.example/x',
    'ftp://a.example',
    'https://u:p@a.example',
    "https://a.example;'self'",
    '\0',
  ])
    assert.match(
      errorsOf(parseOrigins(['*', line])).join(),
      /^Line 2, ".*", is not an origin; use one such as https:\/\/example.com, or \* for all\.$/,
    );
});
