import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { campaignOf, pageValue, paramOf, parsePage } from '../../src/domain/path.ts';

const value = (page: string, ...exclude: string[]) => pageValue(new URL(page), exclude);

test('a page is parsed to its folded host, path and URL, ignoring its port', () => {
  const page = parsePage('HTTPS://WWW.Example.COM:8443/A/b/?q=1#top');
  assert.ok('host' in page);
  assert.equal(page.host, 'example.com');
  assert.equal(page.path, '/A/b/');
  assert.equal(page.url.search, '?q=1');
});

for (const page of [
  '',
  '/path',
  'example.com/x',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'about:blank',
  'https://',
  'https://a b/',
  '\0',
  '\ud800',
  '__proto__',
]) {
  test(`${JSON.stringify(page)} is not a page`, () => {
    const result = parsePage(page);
    assert.ok('error' in result);
    assert.match(result.error, /^The page ".*" is not an absolute http or https URL; .*\.$/);
  });
}

test('an invalid page of a megabyte is not repeated in full', () => {
  const result = parsePage(`x${'y'.repeat(1_000_000)}`);
  assert.ok('error' in result && result.error.length < 300);
});

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
  ['https://a.example/x?b=1', ['c', '*'], '/x'],
  ['https://a.example/x?b=1&&c', ['a'], '/x?b=1&&c'],
  ['https://a.example/x?%61=1&c=%61', ['a'], '/x?c=%61'],
  ['https://a.example/x?m%C3%BCll=1&c', ['müll'], '/x?c'],
  ['https://a.example/x?my+name=1&my%20name=2&c', ['my name'], '/x?c'],
  ['https://a.example/x??a=1&b', ['?a'], '/x?b'],
  ['https://a.example/x?%=1&b', ['%'], '/x?b'],
  ['https://a.example/x?__proto__=1&b', ['__proto__'], '/x?b'],
  ['https://a.example/x?constructor=1', ['a'], '/x?constructor=1'],
];
for (const [page, exclude, expected] of VALUES) {
  test(`${page} without [${exclude}] counts as ${expected}`, () => assert.equal(value(page, ...exclude), expected));
}

test('the remaining query has all parameters that are not excluded, in their order, with few or many excluded names', () => {
  const name = fc.constantFrom<string>('a', 'b', 'c', 'd e', 'é', '%', '+', '&', '=', '?', 'utm_source');
  const pairs = fc.array(fc.tuple(name, fc.string({ maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(pairs, fc.array(name, { maxLength: 12 }), (query, exclude) => {
      const url = new URL('https://a.example/x');
      url.search = new URLSearchParams(query).toString();
      const left = new URL(pageValue(url, exclude), url);
      assert.equal(left.pathname, '/x');
      assert.deepEqual(
        [...left.searchParams],
        [...url.searchParams].filter(([key]) => !exclude.includes(key)),
      );
    }),
  );
});

test('a query of 30,000 parameters is read quickly with 5,000 excluded names', () => {
  const url = new URL(`https://a.example/x?${Array.from({ length: 30_000 }, (_, i) => `p${i}`).join('&')}`);
  const left = pageValue(
    url,
    Array.from({ length: 5_000 }, (_, i) => `p${i}`),
  );
  assert.equal(left.split('&').length, 25_000);
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
  ['?utm_campaign=a', ['*', 'utm_campaign'], ''],
  ['?utm_campaign=a', ['utm_source'], 'a'],
  ['?utm_campaign=%00%FF', [], '\ufffd\ufffd'],
  ['?utm_campaign=%f0%9f%98%80', [], '😀'],
];
for (const [query, exclude, expected] of CAMPAIGNS) {
  test(`the campaign of "${query}" with [${exclude}] excluded is "${expected}"`, () => {
    assert.equal(campaignOf(new URL(`https://a.example/${query}`), exclude), expected);
  });
}

test('any other parameter is read the same way', () => {
  assert.equal(paramOf(new URL('https://a.example/?utm_source=mail'), 'utm_source', []), 'mail');
  assert.equal(paramOf(new URL('https://a.example/?utm_source=mail'), 'utm_source', ['utm_source']), '');
  assert.equal(paramOf(new URL('https://a.example/?my+name=1'), 'my name', []), '1');
});
