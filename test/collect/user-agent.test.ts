import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Agent, readUserAgent } from '../../src/collect/user-agent.ts';
import { realBrowsers } from './real-browsers.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS_WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** The expected browser, operating system and device of each user agent. */
const READINGS: readonly (readonly [string, string, string, string])[] = [
  [
    'Chrome',
    'Windows',
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/152.0.0.0 Safari/537.36`,
  ],
  ['Chrome', 'Android', 'mobile', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Chrome', 'Android', 'tablet', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`],
  [
    'Chrome',
    'Android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) ${WEBKIT} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome',
    'iOS',
    'tablet',
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${IOS_WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome',
    'Chrome OS',
    'desktop',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/152.0.0.0 Safari/537.36`,
  ],
  [
    'Safari',
    'macOS',
    'desktop',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS_WEBKIT} Version/26.6 Safari/605.1.15`,
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS_WEBKIT} Version/26.6 Mobile/15E148 Safari/604.1`,
  ],
  ['Safari', 'iOS', 'mobile', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS_WEBKIT} Mobile/15E148`],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; U; CPU like Mac OS X; en) AppleWebKit/420+ (KHTML, like Gecko) Version/3.0 Mobile/1A543a Safari/419.3',
  ],
  ['Firefox', 'Linux', 'desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0'],
  ['Firefox', 'Linux', 'desktop', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0'],
  ['Firefox', 'Linux', 'desktop', 'Mozilla/5.0 (X11; Fedora; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0'],
  ['Firefox', 'FreeBSD', 'desktop', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:125.0) Gecko/20100101 Firefox/125.0'],
  ['Firefox', 'Android', 'mobile', 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'],
  ['Firefox', 'Android', 'tablet', 'Mozilla/5.0 (Android 14; Tablet; rv:142.0) Gecko/142.0 Firefox/142.0'],
  [
    'Firefox',
    'iOS',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS_WEBKIT} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`,
  ],
  ['Firefox', 'KaiOS', 'mobile', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  [
    'Edge',
    'Windows',
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0`,
  ],
  [
    'Edge',
    'Android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`,
  ],
  [
    'Opera',
    'Windows',
    'desktop',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0`,
  ],
  [
    'Opera',
    'iOS',
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${IOS_WEBKIT} Version/26.6 Mobile/15E148 Safari/604.1 OPT/6.7.3`,
  ],
  [
    'Samsung Internet',
    'Android',
    'mobile',
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36`,
  ],
  ['Internet Explorer', 'Windows', 'desktop', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko'],
  [
    'Chrome',
    'HarmonyOS',
    'mobile',
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile`,
  ],
  ['Safari', 'Tizen', 'tv', `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${WEBKIT} 76.0.3809.146/6.0 TV Safari/537.36`],
  [
    'Chrome',
    'Linux',
    'tv',
    `Mozilla/5.0 (Linux armv7l) ${WEBKIT} Chrome/60.0 Safari/537.36 HbbTV/1.4.1 (; PANASONIC; VIERA 2017;3.101; ;) CE-HTML/1.0`,
  ],
  [
    'Safari',
    'PlayStation',
    'console',
    `Mozilla/5.0 (PlayStation; PlayStation 5/2.26) ${IOS_WEBKIT} Version/13.0 Safari/605.1.15`,
  ],
  [
    'Edge',
    'Xbox',
    'console',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) ${WEBKIT} Chrome/115.0.0.0 Safari/537.36 Edge/44.18363.8131`,
  ],
];

for (const [browser, os, device, userAgent] of READINGS) {
  test(`${browser} on ${os} (${device}) is read from ${userAgent}`, () => {
    assert.deepEqual({ ...readUserAgent(userAgent) }, { browser, os, device } satisfies Agent);
  });
}

test('Values that differ only in case are one value', () => {
  const usual = 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';
  assert.deepEqual(readUserAgent(usual.toUpperCase()), readUserAgent(usual));
});

test('A user agent without information is unknown in all three', () => {
  for (const userAgent of ['', ' ', 'hello', 'constructor', '__proto__', '\u0000', '\ud800']) {
    assert.deepEqual({ ...readUserAgent(userAgent) }, { browser: '', os: '', device: '' });
  }
});

test('Nearly every real browser has a browser, a system and a device', () => {
  const unknown = realBrowsers().filter(userAgent => Object.values(readUserAgent(userAgent)).includes(''));
  assert.ok(unknown.length <= realBrowsers().length / 100, unknown.join('\n'));
});

test('The names of real browsers contain no version and no form factor', () => {
  for (const userAgent of realBrowsers()) {
    assert.doesNotMatch(
      Object.values(readUserAgent(userAgent)).join(' '),
      /\d|Mobile Safari|WebView|undefined|Mac OS\b/,
    );
  }
});

test('Only the first 512 characters count, so an endless header costs no more than a long one', () => {
  const endless = `Mozilla/5.0 (${'x'.repeat(600)}) Firefox/142.0`;
  assert.equal(readUserAgent(endless).browser, readUserAgent(endless.slice(0, 512)).browser);
  assert.notEqual(readUserAgent(endless.replace('x'.repeat(600), 'X11')).browser, readUserAgent(endless).browser);
});

test('The same user agent returns the same frozen object, so that a hit costs no copy', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
  assert.equal(readUserAgent(userAgent), readUserAgent(userAgent));
  assert.ok(Object.isFrozen(readUserAgent(userAgent)));
});
