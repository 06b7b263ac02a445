import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { referrerHost } from '../../src/domain/referrer.ts';

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
    assert.equal(referrerHost(referrer, 'example.com'), host);
  });
}

test('no text makes it throw or return NUL or half a character', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map(rest => `android-app://${rest}`),
  );
  fc.assert(
    fc.property(text, referrer => {
      const host = referrerHost(referrer, 'example.com');
      assert.ok(host.isWellFormed() && !host.includes('\0'));
    }),
  );
});
