import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readUserAgent } from '../../src/collect/user-agent.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const AGENTS: readonly (readonly [browser: string, system: string, userAgent: string])[] = [
  ['Chrome 142', 'Windows 10/11', `(Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/142.0.0.0 Safari/537.36`],
  ['Edge 140', 'Windows 10/11', `(Windows NT 10.0) ${CHROMIUM} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Firefox 115', 'Windows 7', '(Windows NT 6.1; Win64; x64; rv:109.0) Gecko/20100101 Firefox/115.0'],
  ['Chrome 109', 'Windows 8.1', `(Windows NT 6.3; Win64; x64) ${CHROMIUM} Chrome/109.0.0.0 Safari/537.36`],
  ['Internet Explorer 11', 'Windows 7', '(Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
  ['Safari 26', 'macOS', `(Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.1 Safari/605.1.15`],
  ['Firefox 146', 'macOS', '(Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0'],
  ['Safari 11', 'macOS 10.11', `(Macintosh; Intel Mac OS X 10_11_6) ${WEBKIT} Version/11.1.2 Safari/605.1.15`],
  ['Firefox 140', 'Linux', '(X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome 141', 'Chrome OS', `(X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Chrome/141.0.0.0 Safari/537.36`],
  ['Chrome 141', 'Android', `(Linux; Android 10; K) ${CHROMIUM} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['Chrome 99', 'Android 8', `(Linux; Android 8.1.0; Moto G) ${CHROMIUM} Chrome/99.0.1.2 Mobile Safari/537.36`],
  ['Firefox 144', 'Android 15', '(Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
  [
    'Safari 17',
    'iOS 17',
    `(iPhone; CPU iPhone OS 17_5_1 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari 26',
    'iOS 26',
    `(iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome 142',
    'iOS 18',
    `(iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} CriOS/142.0.1 Mobile/15E148 Safari/604.1`,
  ],
  ['Safari', 'iOS 18', `(iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Mobile/15E148`],
];

for (const [browser, system, userAgent] of AGENTS)
  test(`${browser} on ${system} is read from ${userAgent}`, () => {
    const { browserVersion, osVersion } = readUserAgent(`Mozilla/5.0 ${userAgent}`);
    assert.deepEqual([browserVersion, osVersion], [browser, system]);
  });

test('Nothing is known of an unknown agent', () => {
  const { browserVersion, osVersion } = readUserAgent('?');
  assert.deepEqual([browserVersion, osVersion], ['', '']);
});
