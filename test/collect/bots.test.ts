import assert from 'node:assert/strict';
import crawlers from 'crawler-user-agents';
import { test } from 'vitest';
import { isPrefetch, looksLikeBot } from '../../src/collect/bots.ts';
import { realBrowsers } from './real-browsers.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36';

test('At least 99.4 % of the crawler-user-agents list are recognised', () => {
  const instances = [...new Set(crawlers.flatMap(crawler => crawler.instances))];
  const missed = instances.filter(userAgent => !looksLikeBot(userAgent, {}));
  assert.ok(instances.length > 2_000, `The list has only ${instances.length} instances.`);
  assert.ok(missed.length / instances.length <= 0.006, `Missed ${missed.length}:\n${missed.join('\n')}`);
});

test('At most 0.5 % of real browsers are mistaken for bots', () => {
  const wrong = realBrowsers().filter(userAgent => looksLikeBot(userAgent, {}));
  assert.ok(realBrowsers().length > 900, `The list has only ${realBrowsers().length} browsers.`);
  assert.ok(wrong.length / realBrowsers().length <= 0.005, `Taken for bots ${wrong.length}:\n${wrong.join('\n')}`);
});

test('Televisions, feature phones and apps with odd user agents are people', () => {
  for (const userAgent of [
    'Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0 Safari/537.36 HbbTV/1.4.1 (; VESTEL; MB130; 1.0; ;) CE-HTML/1.0; Vendor/VESTEL',
    'Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1 Java/1.0',
    'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJEE; U; Bada/1.0; nl-nl) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile',
    'Mozilla/5.0 (Linux; U; Android 4.0.4; zh-cn; Build/IMM76I) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30 baiduboxapp/8.3 (a|b)',
  ]) {
    assert.equal(looksLikeBot(userAgent, {}), false, userAgent);
  }
});

test('A crawler disguised as a feature phone is still a bot', () => {
  const userAgent =
    'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)';
  assert.equal(looksLikeBot(userAgent, {}), true);
});

test('Programs that fetch or render pages are bots', () => {
  for (const userAgent of [
    'curl/8.14.1',
    'Wget/1.25',
    'node',
    'undici',
    'axios/1.7',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'Java/21',
    'Mozilla/5.0',
    CHROME.replace('Chrome/', 'HeadlessChrome/'),
    'Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/20.0.0',
    `${CHROME} Chrome-Lighthouse`,
    `${CHROME} GTmetrix`,
  ]) {
    assert.equal(looksLikeBot(userAgent, {}), true, userAgent);
  }
});

test('An empty user agent is a bot', () => {
  assert.equal(looksLikeBot('', { 'accept-language': 'de' }), true);
});

test('The word bot is not searched for beyond the first 512 characters', () => {
  assert.equal(looksLikeBot(`${CHROME} ${'x'.repeat(600)} Googlebot`, {}), false);
});

test('Headers that only programs send identify a bot in any browser', () => {
  assert.equal(looksLikeBot(CHROME, { from: 'crawler@example.com' }), true);
  assert.equal(looksLikeBot(CHROME, { 'signature-agent': '"https://agent.example"' }), true);
  assert.equal(looksLikeBot(CHROME, { 'sec-ch-ua': '"HeadlessChrome";v="152", "Not:A-Brand";v="8"' }), true);
});

test('A browser with its usual headers is a person, even if a proxy has removed some of them', () => {
  assert.equal(
    looksLikeBot(CHROME, { 'accept-language': 'de-DE,de;q=0.9', 'sec-ch-ua': '"Chromium";v="152"', from: '' }),
    false,
  );
  assert.equal(looksLikeBot(CHROME, {}), false);
});

test('A verdict on a user agent does not depend on the headers of an earlier hit', () => {
  const userAgent = `${CHROME} Own/1`;
  assert.equal(looksLikeBot(userAgent, { from: 'crawler@example.com' }), true);
  assert.equal(looksLikeBot(userAgent, {}), false);
});

test('Prefetched pages are recognised by any of the three headers', () => {
  assert.equal(isPrefetch({ 'sec-purpose': 'prefetch' }), true);
  assert.equal(isPrefetch({ 'sec-purpose': 'prefetch;prerender' }), true);
  assert.equal(isPrefetch({ 'sec-purpose': 'prefetch;anonymous-client-ip' }), true);
  assert.equal(isPrefetch({ purpose: 'Prefetch' }), true);
  assert.equal(isPrefetch({ purpose: 'prerender' }), true);
  assert.equal(isPrefetch({ 'x-moz': 'prefetch' }), true);
});

test('Other purposes are not a prefetch', () => {
  assert.equal(isPrefetch({}), false);
  assert.equal(isPrefetch({ purpose: '', 'sec-purpose': 'navigation', 'x-moz': 'microsummary' }), false);
  assert.equal(isPrefetch({ 'x-purpose-of-visit': 'prefetch' }), false);
});
