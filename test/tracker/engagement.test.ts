import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, onTestFinished, test } from 'vitest';
import { launchBrowser, runBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { type Body, isEngagement, openPage, openSite, pathsOf, type Site } from './site.ts';

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

describe.skipIf(skipWithoutBrowser)('engagement', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), openSite()]);
    site.serve('/empty', '');
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    site.forget();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function visit(): Promise<{ page: Page; began: number }> {
    const { page } = await openPage(browser);
    await page.goto(site.at('shop.test', '/read'));
    const began = performance.now();
    await site.hear(1);
    return { page, began };
  }

  function engagements(): Body[] {
    return site.arrivals.map(({ body }) => body).filter(isEngagement);
  }

  test('is told once when the tab is closed, in whole seconds, and is nothing else', async () => {
    const { page, began } = await visit();
    await wait(2300);
    await page.close();
    const most = (performance.now() - began) / 1000 + 1;
    const [body] = await site.hear(1, isEngagement);
    await wait(200);
    assert.equal(engagements().length, 1);
    assert.deepEqual(Object.keys(body ?? {}).sort(), ['engagement', 'id', 'page', 'referrer', 'screen_resolution']);
    assert.equal(body?.page, site.at('shop.test', '/read'));
    const seconds = body?.engagement ?? 0;
    assert.ok(Number.isInteger(seconds) && seconds >= 2 && seconds <= most, `${seconds} of at most ${most}`);
  });

  test('is told when the page is left for another one', async () => {
    const { page } = await visit();
    await wait(1200);
    await page.goto(site.at('shop.test', '/empty'));
    assert.deepEqual(pathsOf(await site.hear(1, isEngagement)), ['/read']);
  });

  test('below a second is not told', async ({ skip }) => {
    const report = `addEventListener('pagehide', () => navigator.sendBeacon('/hidden', JSON.stringify({ page: String(performance.now()) })))`;
    const leave = `addEventListener('load', () => setTimeout(() => location.href = '/empty', 100))`;
    site.serve('/short', `${site.snippet()}<script>${report}; ${leave}</script>`);
    const { page } = await openPage(browser);
    await page.goto(site.at('shop.test', '/short'));
    await page.waitForURL('**/empty');
    const [hidden] = await site.hear(1, body => Number(body.page) > 0);
    await wait(200);
    skip(Number(hidden?.page) >= 1000, 'The machine was too slow to leave a page within a second.');
    assert.deepEqual(engagements(), []);
  });

  test('is told of each route before the next one, and only what is new', async () => {
    const { page, began } = await visit();
    await wait(1200);
    await page.evaluate("history.pushState({}, '', '/second')");
    await wait(1200);
    await page.evaluate("history.pushState({}, '', '/third'); history.pushState({}, '', '/fourth')");
    const most = (performance.now() - began) / 1000 + 1;
    const bodies = await site.hear(2, isEngagement);
    assert.deepEqual(pathsOf(bodies), ['/read', '/second']);
    const sum = bodies.reduce((seconds, body) => seconds + (body.engagement ?? 0), 0);
    assert.ok(sum >= 2 && sum <= most, `${sum} of at most ${most}`);
    await wait(200);
    assert.equal(engagements().length, 2);
  });

  test('stands still while the tab is hidden, and is told once each time it is', async () => {
    // The first page is visible for 1.5 s, hidden behind the tab for 3 s, visible for 1.5 s and hidden for good.
    const open = `setTimeout(() => open('/tab'), 1500); let shown = 0;
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible' && !shown++) setTimeout(() => open('/empty'), 1500);
      });`;
    site.serve('/first', `${site.snippet()}<script>addEventListener('load', () => { ${open} })</script>`);
    site.serve('/tab', '<script>setTimeout(() => close(), 3000)</script>');
    const began = performance.now();
    onTestFinished(await runBrowser(site.at('shop.test', '/first')));
    const bodies = await site.hear(2, isEngagement);
    const whole = (performance.now() - began) / 1000;
    await wait(300);
    assert.deepEqual(pathsOf(bodies), ['/first', '/first']);
    assert.equal(engagements().length, 2);
    const sum = bodies.reduce((seconds, body) => seconds + (body.engagement ?? 0), 0);
    assert.ok(sum >= 2 && sum <= whole - 2.5, `${sum} visible seconds, 3 hidden, ${whole} in all`);
  });
});
