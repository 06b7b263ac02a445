import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { type Body, isEngagement, openPage, openSite, type Site } from './site.ts';

describe.skipIf(skipWithoutBrowser)('a message', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    site = await openSite();
    site.serve('/other', 'nothing is counted here');
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    await site.close();
  });
  afterAll(() => browser?.close());

  /** Opens a page that runs `meddle` before the tracker loads; with `engaged`, it stays for a second and leaves. */
  async function visit(meddle: string, engaged = false): Promise<{ bodies: Body[]; complaints: string[] }> {
    const { page, complaints } = await openPage(browser);
    await page.clock.install();
    await page.addInitScript(
      `window.nativeFetch = window.fetch; addEventListener('unhandledrejection', event => console.error('unhandled', event.reason))`,
    );
    await page.addInitScript(meddle);
    await page.goto(site.at('shop.test'));
    if (engaged) {
      await page.clock.fastForward(1_100);
      await page.goto(site.at('shop.test', '/other'));
      return { bodies: await site.hear(1, isEngagement), complaints };
    }
    await page.evaluate('window.fetch = window.nativeFetch');
    return { bodies: await site.hearAll(page), complaints };
  }

  for (const [what, meddle] of [
    ['rejects', "window.fetch = () => Promise.reject(new TypeError('blocked'))"],
    ['throws', "window.fetch = () => { throw new TypeError('blocked') }"],
    ['is missing', 'delete window.fetch'],
  ] as const) {
    test(`goes by beacon where fetch ${what}`, async () => {
      const { bodies, complaints } = await visit(meddle);
      assert.equal(bodies.length, 1);
      assert.match(site.arrivals[0]?.headers['content-type'] ?? '', /^text\/plain/);
      assert.deepEqual(complaints, []);
    });
  }

  for (const [what, meddle] of [
    ['refuses', 'navigator.sendBeacon = () => false'],
    ['throws', "navigator.sendBeacon = () => { throw new TypeError('blocked') }"],
    ['is missing', 'navigator.sendBeacon = undefined'],
  ] as const) {
    test(`from a page being left goes by fetch where the beacon ${what}`, async () => {
      const { bodies, complaints } = await visit(meddle, true);
      assert.equal(bodies.length, 1);
      assert.deepEqual(complaints, []);
    });
  }

  test('from a page being left goes by beacon first', async () => {
    const { bodies } = await visit('window.fetch = () => new Promise(() => {})', true);
    assert.equal(bodies.length, 1);
  });

  test('logs no error when the collector, or a proxy before it, responds without CORS headers', async () => {
    site.serve('/page', site.snippet('data-api="/closed"'));
    const { page, complaints } = await openPage(browser);
    await page.goto(site.at('shop.test', '/page'));
    assert.equal((await site.hearAll(page)).length, 1);
    assert.deepEqual(complaints, []);
  });

  test('asks the browser to finish the request even if the page is left', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(`window.kept = []; const native = window.fetch;
      window.fetch = (...all) => { kept.push(new Request(...all).keepalive); return native(...all) }`);
    await page.goto(site.at('shop.test'));
    await site.hear(1);
    await page.evaluate("pa.track({ name: 'Signup' })");
    assert.deepEqual(await page.evaluate('kept'), [true, true]);
  });

  test('sent by both methods has one id, and no two messages share an id', async () => {
    await visit('window.fetch = async (...all) => { await nativeFetch(...all); throw new TypeError() }');
    const bodies = await site.hear(2, ({ page }) => page !== 'the last');
    assert.equal(bodies.length, 2);
    assert.equal(bodies[0]?.id, bodies[1]?.id);
    assert.match(String(bodies[0]?.id), /^[\w.-]{16,40}$/);
    const more = await visit('window.fetch = async (...all) => { await nativeFetch(...all); throw new TypeError() }');
    assert.equal(new Set(more.bodies.map(body => body.id)).size, 2);
  });

  test('that cannot be sent at all does no harm', async () => {
    const { bodies, complaints } = await visit('delete window.fetch; navigator.sendBeacon = undefined');
    assert.equal(bodies.length, 0);
    assert.deepEqual(complaints, []);
  });

  test('to a collector that is down throws nothing and rejects nothing in the page', async () => {
    site.serve('/down', '<script data-host="http://down.test:1" src="/js/script.js"></script>');
    const { page, complaints } = await openPage(browser);
    await page.addInitScript("addEventListener('unhandledrejection', () => console.error('unhandled'))");
    await page.goto(site.at('shop.test', '/down'));
    await site.hearAll(page);
    assert.deepEqual(
      complaints.filter(text => !text.startsWith('Failed to load resource')),
      [],
    );
  });
});
