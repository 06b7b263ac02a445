import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { type Body, closePages, openPage, openSite, type Site, sharedPage } from './site.ts';

const SEND_EVENT = "addEventListener('load', () => pa.track({ name: 'Signup' }))";

describe.skipIf(skipWithoutBrowser)('the snippet', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(async () => {
    await closePages(browser);
    await site.close();
  });
  afterAll(() => browser?.close());

  /** Opens `/page` with this HTML and returns what it sent. */
  async function visit(html: string, prepare = ''): Promise<{ bodies: Body[]; urls: string[]; complaints: string[] }> {
    site.serve('/page', html);
    const { page, complaints } = await (prepare ? openPage(browser) : sharedPage(browser));
    if (prepare) await page.addInitScript(prepare);
    await page.goto(site.at('shop.test', '/page'));
    const bodies = await site.hearAll(page);
    const urls = site.arrivals.filter(({ body }) => bodies.includes(body)).map(({ url }) => url);
    return { bodies, urls, complaints };
  }

  test('counts a pageview in one simple request', async () => {
    const { page, complaints } = await openPage(browser, { screen: { width: 1600, height: 900 } });
    await page.goto(site.at('www.shop.test', '/a%20b/C?x=1&y=%C3%A4#part'));
    const [body, ...others] = await site.hearAll(page);
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(body ?? {}).sort(), ['id', 'page', 'referrer', 'screen_resolution']);
    assert.equal(body?.page, site.at('www.shop.test', '/a%20b/C?x=1&y=%C3%A4'));
    assert.equal(body?.referrer, '');
    assert.equal(body?.screen_resolution, '1600x900');
    const arrival = site.arrivals.find(one => one.body === body);
    assert.equal(arrival?.method, 'POST', 'no preflight');
    assert.equal(arrival?.url, '/api/event');
    assert.match(arrival?.headers['content-type'] ?? '', /^text\/plain/);
    assert.deepEqual(complaints, []);
  });

  test('sends no cookie with a pageview, not even to a collector of the same site', async () => {
    site.serve('/page', `<script src="${site.at('stats.shop.test', '/js/script.js')}"></script>`);
    const { page } = await openPage(browser);
    const url = site.at('stats.shop.test');
    await page.context().addCookies([{ name: 'session', value: 'secret', url }]);
    await page.goto(site.at('shop.test', '/page'));
    await site.hear(1);
    assert.equal(site.arrivals[0]?.headers.cookie, undefined);
  });

  test('sends the referrer', async () => {
    site.serve('/news', `<a href="${site.at('shop.test', '/page')}">shop</a>`, { 'referrer-policy': 'unsafe-url' });
    site.serve('/page', site.snippet());
    const { page } = await openPage(browser);
    await page.goto(site.at('news.test', '/news'));
    await page.click('a');
    await page.waitForURL('**/page');
    const [body] = await site.hear(1);
    assert.equal(body?.referrer, site.at('news.test', '/news'));
  });

  test('sends to data-host, even with a path and a trailing slash', async () => {
    const host = site.at('stats.test', '/below/here/');
    const { urls } = await visit(`<script data-host="${host}" src="${site.at('cdn.test', '/x.js')}"></script>`);
    assert.deepEqual(urls, ['/below/here/api/event']);
    assert.match(site.arrivals[0]?.headers.host ?? '', /^stats\.test/);
  });

  for (const [src, url] of [
    ['/js/script.js', '/api/event'],
    ['/below/js/script.js', '/below/api/event'],
    ['/below/js/script.js?v=2', '/below/api/event'],
    ['/own/name.js', '/api/event'],
  ] as const) {
    test(`without data-host sends to the origin of the script: ${src} to ${url}`, async () => {
      const { urls } = await visit(`<script src="${site.at('stats.test', src)}" async></script>`);
      assert.deepEqual(urls, [url]);
      assert.match(site.arrivals[0]?.headers.host ?? '', /^stats\.test/);
    });
  }

  for (const api of ['/own/name', 'own/name']) {
    test(`takes the collector's path from data-api="${api}"`, async () => {
      const { urls } = await visit(site.snippet(`data-api="${api}"`));
      assert.deepEqual(urls, ['/own/name']);
    });
  }

  test('works as a module', async () => {
    assert.equal((await visit(site.snippet('type="module"'))).urls.length, 1);
  });

  test('works when another script inserts it into the page', async () => {
    const insert = `const script = document.createElement('script');
      script.dataset.host = '${site.at('stats.test', '/inserted')}';
      script.src = '${site.at('stats.test', '/js/script.js')}';
      document.head.append(script);`;
    assert.deepEqual((await visit(`<script>${insert}</script>`)).urls, ['/inserted/api/event']);
  });

  test('counts once when it is on the page twice', async () => {
    const { bodies } = await visit(`${site.snippet()}${site.snippet()}<script>${SEND_EVENT}</script>`);
    assert.equal(bodies.length, 2, 'a pageview and an event');
  });

  const DNT = "Object.defineProperty(navigator, 'doNotTrack', { value: '1' })";
  const GPC = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })";
  for (const [attribute, signal, script, sent] of [
    ['data-dnt="true"', 'Do Not Track', DNT, 0],
    ['data-dnt', 'Do Not Track', DNT, 0],
    ['data-dnt="true"', 'Global Privacy Control', GPC, 0],
    ['data-dnt="true"', 'no signal', '', 2],
    ['data-dnt="false"', 'Do Not Track', DNT, 2],
    ['data-dnt="false"', 'Global Privacy Control', GPC, 2],
    ['', 'both signals', `${DNT};${GPC}`, 2],
  ] as const) {
    test(`with ${attribute || 'no data-dnt'} and ${signal} sends ${sent === 0 ? 'nothing at all' : 'everything'}`, async () => {
      const { bodies, complaints } = await visit(`${site.snippet(attribute)}<script>${SEND_EVENT}</script>`, script);
      assert.equal(bodies.length, sent);
      assert.deepEqual(complaints, [], 'pa.track is there and does not throw either way');
    });
  }

  test('leaves the page’s history functions alone when it is silent', async () => {
    site.serve('/page', site.snippet('data-dnt="true"'));
    const { page } = await openPage(browser);
    await page.addInitScript(`${DNT}; window.native = history.pushState`);
    await page.goto(site.at('shop.test', '/page'));
    assert.equal(await page.evaluate('history.pushState === native && typeof pa.track'), 'function');
  });

  test('sends nothing from a browser that a program drives', async () => {
    const html = `${site.snippet()}<script>${SEND_EVENT}</script>`;
    const { bodies, complaints } = await visit(html, "Object.defineProperty(navigator, 'webdriver', { value: true })");
    assert.deepEqual([bodies, complaints], [[], []]);
    assert.equal(
      (await visit(html, "Object.defineProperty(navigator, 'webdriver', { value: undefined })")).bodies.length,
      2,
    );
  });

  test('ignores only an owner who has set footfall-ignore', async () => {
    const html = `${site.snippet()}<script>${SEND_EVENT}</script>`;
    assert.equal((await visit(html, "localStorage['footfall-ignore'] = 'true'")).bodies.length, 0);
    assert.equal((await visit(html, "localStorage['footfall-ignore'] = 'false'")).bodies.length, 2);
  });

  test('counts where storage is blocked', async () => {
    site.serve('/framed', site.snippet());
    const { complaints } = await visit(`<iframe sandbox="allow-scripts" src="/framed"></iframe>`);
    assert.equal((await site.hear(1, body => body.page !== 'the last')).length, 1);
    assert.deepEqual(complaints, []);
  });

  test('sends nothing from a file URL', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-page-'));
    const file = join(folder, 'page.html');
    await writeFile(file, `${site.snippet()}<script>${SEND_EVENT}</script>`);
    const { page, complaints } = await openPage(browser);
    await page.goto(pathToFileURL(file).href);
    assert.deepEqual(await site.hearAll(page), []);
    assert.equal(await page.evaluate('typeof pa.track'), 'function');
    assert.deepEqual(complaints, []);
    await rm(folder, { recursive: true });
  });

  test('works under a policy that allows nothing but the script and the collector', async () => {
    const stats = site.at('stats.test', '');
    site.serve('/strict', site.snippet(), {
      'content-security-policy': `default-src 'none'; img-src data:; script-src ${stats}/js/script.js; connect-src ${stats}/api/event; require-trusted-types-for 'script'`,
    });
    const { page, complaints } = await openPage(browser);
    await page.goto(site.at('shop.test', '/strict'));
    await site.hear(1);
    assert.deepEqual(complaints, []);
  });
});
