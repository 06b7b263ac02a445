import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readLines, splitLines } from '../../src/domain/lines.ts';

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
