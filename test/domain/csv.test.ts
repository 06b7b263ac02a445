import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { toCsv } from '../../src/domain/csv.ts';

describe('CSV', () => {
  it('has a header line and ends every line with CRLF', () => {
    assert.equal(toCsv(['value', 'count'], [['/', 3]]), 'value,count\r\n/,3\r\n');
  });

  it('quotes commas, quotes and line breaks by RFC 4180', () => {
    const rows = ['a,b', 'say "hi"', 'two\nlines', 'two\rlines'].map(value => [value]);
    assert.equal(toCsv(['v'], rows), 'v\r\n"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n"two\rlines"\r\n');
  });

  for (const value of ['=1+1', '+1', '-1+1', '-1e3', '-', '@SUM(A1)', '\t=1', "=cmd|' /C calc'!A0"])
    it(`keeps a spreadsheet from running ${JSON.stringify(value)}`, () => {
      assert.equal(toCsv(['v'], [[value]]), `v\r\n'${value}\r\n`);
    });

  it('keeps a spreadsheet from running text that begins with a carriage return', () => {
    assert.equal(toCsv(['v'], [['\r=1']]), `v\r\n"'\r=1"\r\n`);
  });

  it('leaves numbers unchanged, including negative ones', () => {
    assert.equal(toCsv(['n'], [[-5]]), 'n\r\n-5\r\n');
  });

  it('leaves amounts unchanged, although they are text, so that refunds add up', () => {
    assert.equal(toCsv(['a', 'b', 'c'], [['-5', '-5.25', '12.5']]), 'a,b,c\r\n-5,-5.25,12.5\r\n');
  });
});
