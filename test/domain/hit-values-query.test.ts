import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { CLICK_IDS, pageValue, paramOf } from '../../src/domain/hit-values.ts';

const value = (page: string, ...exclude: string[]) => pageValue(new URL(page), exclude);

const VALUES: readonly (readonly [page: string, exclude: string[], value: string])[] = [
  ['https://a.example', [], '/'],
  ['https://a.example/x#f', [], '/x'],
  ['https://a.example/x?', [], '/x'],
  ['https://a.example/X/', [], '/X/'],
  ['https://a.example/x ', [], '/x'],
  ['https://a.example/x /y', [], '/x%20/y'],
  ['https://a.example/é?q=é', [], '/%C3%A9?q=%C3%A9'],
  ['https://u:p@a.example/x', [], '/x'],
  ['https://a.example/x?b=2&a=1&b=3', [], '/x?b=2&a=1&b=3'],
  ['https://a.example/x?b=2&a=1&b=3', ['b'], '/x?a=1'],
  ['https://a.example/x?b=2&a=1&b=3', ['a'], '/x?b=2&b=3'],
  ['https://a.example/x?b=2&a=1', ['a', 'b'], '/x'],
  ['https://a.example/x?a', ['a'], '/x'],
  ['https://a.example/x?a&', ['a'], '/x'],
  ['https://a.example/x?A=1', ['a'], '/x?A=1'],
  ['https://a.example/x?ab=1', ['a'], '/x?ab=1'],
  ['https://a.example/x?b=1', ['*'], '/x'],
  ['https://a.example/x?b=1&gclid=1', ['c', '*'], '/x'],
  ['https://a.example/x?utm_source=a&b=1&utm%5Fcampaign=c&utm_=d&xutm_term=e', ['utm_*'], '/x?b=1&xutm_term=e'],
  ['https://a.example/x?a*=1&ab=2&b*=3', ['a*', 'c'], '/x?b*=3'],
  ['https://a.example/x?b=1&&c', ['a'], '/x?b=1&&c'],
  ['https://a.example/x?%61=1&c=%61', ['a'], '/x?c=%61'],
  ['https://a.example/x?m%C3%BCll=1&c', ['müll'], '/x?c'],
  ['https://a.example/x?my+name=1&my%20name=2&c', ['my name'], '/x?c'],
  ['https://a.example/x??a=1&b', ['?a'], '/x?b'],
  ['https://a.example/x?%=1&b', ['%'], '/x?b'],
  ['https://a.example/x?__proto__=1&b', ['__proto__'], '/x?b'],
  ['https://a.example/x?constructor=1', ['a'], '/x?constructor=1'],
  ['https://a.example/x?q=1&%67clid=Cj0&b=2#top', [], '/x?q=1&b=2'],
  ['https://a.example/x?q=gclid&mygclid=1&gclid2=1&GCLID=1', [], '/x?q=gclid&mygclid=1&gclid2=1&GCLID=1'],
];
for (const [page, exclude, expected] of VALUES) {
  test(`${page} without [${exclude}] counts as ${expected}`, () => assert.equal(value(page, ...exclude), expected));
}

test('no click id makes a page of its own, whatever the website excludes, but each can still be read', () => {
  for (const name of CLICK_IDS) {
    const url = new URL(`https://a.example/x?q=1&${name}=abc&b=2`);
    const read = [pageValue(url, []), pageValue(url, ['b', name]), paramOf(url, name, [])];
    assert.deepEqual(read, ['/x?q=1&b=2', '/x?q=1', 'abc'], name);
  }
});

test('the remaining query has all parameters that are not excluded, in their order, with few or many excluded names', () => {
  const name = fc.constantFrom<string>('a', 'b', 'c', 'd e', 'é', '%', '+', '&', '=', '?', 'utm_source');
  const pairs = fc.array(fc.tuple(name, fc.string({ maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(pairs, fc.array(name, { maxLength: 12 }), (query, exclude) => {
      const url = new URL('https://a.example/x');
      url.search = new URLSearchParams(query).toString();
      const left = new URL(pageValue(url, exclude), url);
      assert.equal(left.pathname, '/x');
      const kept = [...url.searchParams].filter(([key]) => !exclude.includes(key));
      assert.deepEqual([...left.searchParams], kept);
    }),
  );
});

test('a query of 30,000 parameters is read quickly with 5,000 excluded names', () => {
  const url = new URL(`https://a.example/x?${Array.from({ length: 30_000 }, (_, i) => `p${i}`).join('&')}`);
  const names = Array.from({ length: 5_000 }, (_, i) => `p${i}`);
  assert.equal(pageValue(url, names).split('&').length, 25_000);
  assert.equal(pageValue(url, [...names, 'p1*', 'q*']).split('&').length, 25_000 - 10_000);
});

const CAMPAIGNS: readonly (readonly [query: string, exclude: string[], campaign: string])[] = [
  ['', [], ''],
  ['?a=1', [], ''],
  ['?utm_campaign=spring', [], 'spring'],
  ['?utm_campaign=Spring%20Sale+2', [], 'Spring Sale 2'],
  ['?utm_campaign=a&utm_campaign=b', [], 'a'],
  ['?xutm_campaign=a', [], ''],
  ['?utm%5Fcampaign=a', [], 'a'],
  ['?utm_campaign', [], ''],
  ['?utm_campaign=a', ['utm_campaign'], ''],
  ['?utm_campaign=a', ['*'], 'a'],
  ['?utm_campaign=a', ['utm_*'], 'a'],
  ['?utm_campaign=a', ['*', 'utm_campaign'], ''],
  ['?utm_campaign=a', ['utm_source'], 'a'],
  ['?utm_campaign=%00%FF', [], '\ufffd\ufffd'],
  ['?utm_campaign=%f0%9f%98%80', [], '😀'],
];
for (const [query, exclude, expected] of CAMPAIGNS) {
  test(`the campaign of "${query}" with [${exclude}] excluded is "${expected}"`, () => {
    assert.equal(paramOf(new URL(`https://a.example/${query}`), 'utm_campaign', exclude), expected);
  });
}

test('any other parameter is read the same way', () => {
  assert.equal(paramOf(new URL('https://a.example/?utm_source=mail'), 'utm_source', []), 'mail');
  assert.equal(paramOf(new URL('https://a.example/?utm_source=mail'), 'utm_source', ['utm_source']), '');
  assert.equal(paramOf(new URL('https://a.example/?my+name=1'), 'my name', []), '1');
});
