import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readUserAgent } from '../../src/collect/user-agent.ts';
import { realBrowsers } from './real-browsers.ts';

test('Values that differ only in case are one value', () => {
  const usual = 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';
  assert.deepEqual(readUserAgent(usual.toUpperCase()), readUserAgent(usual));
});

test('A user agent without information is unknown in everything', () => {
  for (const userAgent of ['', ' ', 'hello', 'constructor', '__proto__', '\u0000', '\ud800']) {
    assert.deepEqual(
      { ...readUserAgent(userAgent) },
      {
        browser: '',
        browserVersion: '',
        os: '',
        osVersion: '',
        device: '',
      },
    );
  }
});

test('Nearly every real browser has a browser, a system and a device', () => {
  const unknown = realBrowsers().filter(userAgent => Object.values(readUserAgent(userAgent)).includes(''));
  assert.ok(unknown.length <= realBrowsers().length / 100, unknown.join('\n'));
});

test('The names of real browsers contain no version and no form factor', () => {
  for (const userAgent of realBrowsers()) {
    const { browser, os, device } = readUserAgent(userAgent);
    assert.doesNotMatch(`${browser} ${os} ${device}`, /\d|Mobile Safari|WebView|undefined|Mac OS\b/);
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
