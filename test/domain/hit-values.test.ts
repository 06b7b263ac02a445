import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { eventName, parsePage, parseResolution, primaryLanguage, referrerHost } from '../../src/domain/hit-values.ts';

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

const isOwn = (host: string) => host === 'example.com';

const REFERRERS: readonly (readonly [referrer: string, host: string])[] = [
  ['', ''],
  ['https://www.Google.com/search?q=x', 'google.com'],
  ['http://news.ycombinator.com:8080/', 'news.ycombinator.com'],
  ['https://example.com/other', ''],
  ['https://WWW.example.com./other', ''],
  ['http://example.com:3000/', ''],
  ['https://blog.example.com/', 'blog.example.com'],
  ['https://notexample.com/', 'notexample.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://[2001:DB8::1]/', '[2001:db8::1]'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['android-app://com.Slack/https/x', 'com.Slack'],
  ['ios-app://544007664/https/x', '544007664'],
  ['android-app:com.slack', ''],
  ['google.com', ''],
  ['//google.com/', ''],
  ['/search', ''],
  ['ftp://files.example.org/', ''],
  ['file:///C:/x.html', ''],
  ['chrome-extension://abcdef/', ''],
  ['about:blank', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['https://', ''],
  ['https://a b/', ''],
  ['https://a\0b/', ''],
  ['android-app://a\0b/', ''],
  ['\ud800', ''],
  ['__proto__', ''],
];
for (const [referrer, host] of REFERRERS) {
  test(`a visit to example.com from ${JSON.stringify(referrer)} came from "${host}"`, () => {
    assert.equal(referrerHost(referrer, isOwn), host);
  });
}

test('no referrer makes it throw or return NUL or half a character', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map(rest => `android-app://${rest}`),
  );
  fc.assert(
    fc.property(text, referrer => {
      const host = referrerHost(referrer, isOwn);
      assert.ok(host.isWellFormed() && !host.includes('\0'));
    }),
  );
});

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
  ['*,de;q=0.5', 'de'],
  ['', ''],
  [' ', ''],
  [',,,', ''],
  ['en;q=2', ''],
  ['en;q=x, fr;q=0.1', 'fr'],
  ['en;q=0.9.9', ''],
  ['\0', ''],
  ['\ud800', ''],
  [`${'x'.repeat(1_000_000)},en`, ''],
  [`en,${'a-'.repeat(500_000)}`, 'en'],
  ...'* e english x-klingon i-klingon und 12 <script>'.split(' ').map(header => [header, ''] as const),
];
for (const [header, language] of HEADERS) {
  test(`${JSON.stringify(header.slice(0, 40))} prefers "${language}"`, () =>
    assert.equal(primaryLanguage(header), language));
}

test('any header results in two or three letters or nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => assert.match(primaryLanguage(text), /^([a-z]{2,3})?$/)));
});

const SIZES: readonly (readonly [text: string, resolution: string])[] = [
  ['1920x1080', '1920x1080'],
  ['1920X1080', '1920x1080'],
  [' 390x844 ', '390x844'],
  ['0390x0844', '390x844'],
  ['1x99999', '1x99999'],
  ...[
    ...'0x0 0x1080 100000x1 1920 1920x 1920x1080x2 -1x5 1.5x5 NaNxNaN undefinedxundefined ١x١'.split(' '),
    ...['', '1920 x 1080', '1920x1080\0', '1'.repeat(1_000_000)],
  ].map(text => [text, ''] as const),
];
for (const [text, resolution] of SIZES) {
  test(`${JSON.stringify(text.slice(0, 30))} is the resolution "${resolution}"`, () =>
    assert.equal(parseResolution(text), resolution));
}

test('an event needs a name that is text; it is trimmed and cut at 64 characters', () => {
  assert.equal(eventName(' Signup\n'), 'Signup');
  assert.equal(eventName('😀'.repeat(70)), '😀'.repeat(64));
  assert.equal(eventName('__proto__'), '__proto__');
  assert.equal(eventName('a\0\udc00'), 'a\ufffd\ufffd');
  for (const name of ['', ' ', undefined, null, 5, true, {}, ['Signup']]) assert.equal(eventName(name), null);
});
