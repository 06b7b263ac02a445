import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { storedPages, storedTexts } from '../../src/domain/page-label.ts';

describe('A text as pages are stored', () => {
  for (const [text, stored] of [
    ['/pricing?plan=pro', []],
    ['/ümläut', ['/%C3%BCml%C3%A4ut']],
    ['/日本語', ['/%E6%97%A5%E6%9C%AC%E8%AA%9E']],
    ['a b', ['a%20b']],
    ["it's", ['it%27s']],
    ['{', ['%7B', '{']],
    ['/ä?q="ß"', ['/%C3%A4?q=%22%C3%9F%22']],
    ['/caf%c3%a9', []],
    ['%2F', []],
    ['100% ü', ['100%25%20%C3%BC']],
  ] as const)
    it(`is ${stored.join(' or ') || 'the same'} for ${text}`, () =>
      assert.deepEqual(storedTexts(text).toSorted(), [...new Set([text, ...stored])].toSorted()));

  it('is one of a path or of a query for a whole page', () => {
    assert.deepEqual(storedPages("/it's"), ["/it's"]);
    assert.deepEqual(storedPages('/it%27s'), ['/it%27s']);
    assert.deepEqual(storedPages('/ü'), ['/ü', '/%C3%BC']);
    assert.deepEqual(storedPages("/it's?q='ü'"), ["/it's?q='ü'", "/it's?q=%27%C3%BC%27"]);
  });

  it('is also as it was typed', () => {
    assert.deepEqual(storedTexts('%'), ['%', '%25']);
    assert.deepEqual(storedTexts('100%'), ['100%', '100%25']);
  });

  it('is as URLs hold it, whatever its signs', () => {
    for (let code = 33; code < 127; code++) {
      const sign = String.fromCharCode(code);
      if ('#%/?\\'.includes(sign)) continue;
      const { pathname, search } = new URL(`https://a.example/a${sign}b?a${sign}b`);
      assert.ok(storedTexts(`/a${sign}b?a${sign}b`).includes(pathname + search), sign);
      for (const part of [pathname.slice(1), search.slice(1)]) assert.ok(storedTexts(`a${sign}b`).includes(part), sign);
    }
  });
});
