import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest';
import { launchBrowser, runBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { type Body, isEngagement, openPage, openSite, pathsOf, type Site } from './site.ts';

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

describe.skipIf(skipWithoutBrowser)('engagement', () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    site = await openSite();
    site.serve('/empty', '');
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map(context => context.close()));
    await site.close();
  });
  afterAll(() => browser?.close());

  /** Opens a page with a clock that only `fastForward` moves. */
  async function visit(path = '/read'): Promise<Page> {
    const { page } = await openPage(browser);
    await page.clock.install({ time: 0 });
    // Until then it runs, however long that takes.
    await page.clock.pauseAt(3_600_000);
    await page.goto(site.at('shop.test', path));
    await site.hear(1);
    return page;
  }

  function engagements(): Body[] {
    return site.arrivals.map(({ body }) => body).filter(isEngagement);
  }

  test('is sent once when the tab is closed, in whole seconds', async () => {
    const page = await visit();
    await page.clock.fastForward(2_999);
    await page.close();
    const [body] = await site.hear(1, isEngagement);
    await wait(200);
    assert.equal(engagements().length, 1);
    assert.deepEqual(Object.keys(body ?? {}).sort(), [
      'depth',
      'engagement',
      'id',
      'page',
      'referrer',
      'screen_resolution',
    ]);
    assert.equal(body?.page, site.at('shop.test', '/read'));
    assert.equal(body?.engagement, 2);
    assert.equal(body?.depth, 100, 'the page fits into the window');
  });

  test('is sent when the visitor leaves the page for another one', async () => {
    const page = await visit();
    await page.clock.fastForward(1_000);
    await page.goto(site.at('shop.test', '/empty'));
    assert.deepEqual(pathsOf(await site.hear(1, isEngagement)), ['/read']);
  });

  test('below a second is not sent', async () => {
    const report = `addEventListener('pagehide', () => navigator.sendBeacon('/hidden', '{"page":"left"}'))`;
    site.serve('/short', `${site.snippet()}<script>${report}</script>`);
    const page = await visit('/short');
    await page.clock.fastForward(999);
    await page.goto(site.at('shop.test', '/empty'));
    await site.hear(1, body => body.page === 'left');
    await wait(200);
    assert.deepEqual(engagements(), []);
  });

  test('is sent for each route before the next one, without seconds already sent', async () => {
    const page = await visit();
    await page.clock.fastForward(1_700);
    await page.evaluate("history.pushState({}, '', '/second')");
    await site.hear(1, isEngagement);
    await page.clock.fastForward(1_700);
    await page.evaluate("history.pushState({}, '', '/third'); history.pushState({}, '', '/fourth')");
    const bodies = await site.hear(2, isEngagement);
    assert.deepEqual(
      bodies.map(body => [...pathsOf([body]), body.engagement]),
      [
        ['/read', 1],
        ['/second', 2],
      ],
      'what is left over a second counts for the next route',
    );
    await wait(200);
    assert.equal(engagements().length, 2);
  });

  test('has the greatest depth of each route, however the page is scrolled afterwards', async () => {
    site.serve('/long', `<style>body { margin: 0 }</style><div style="height: 7200px"></div>${site.snippet()}`);
    const page = await visit('/long');
    await page.setViewportSize({ width: 1000, height: 720 });
    const scroll = (to: number) =>
      page.evaluate(`new Promise(resolve => {
        addEventListener('scroll', resolve, { once: true });
        scrollTo(0, ${to});
      })`);
    await scroll(1_440);
    await scroll(100);
    await page.clock.fastForward(1_000);
    await page.evaluate("history.pushState({}, '', '/top')");
    await scroll(0);
    await page.clock.fastForward(1_000);
    await page.evaluate("history.pushState({}, '', '/bottom')");
    await scroll(7_200);
    await page.clock.fastForward(1_000);
    await page.close();
    const bodies = await site.hear(3, isEngagement);
    assert.deepEqual(
      bodies.map(body => [...pathsOf([body]), body.depth]),
      [
        ['/long', 30],
        ['/top', 10],
        ['/bottom', 100],
      ],
    );
  });

  test('pauses while the window has no focus, even if the page stays visible', async () => {
    const page = await visit();
    const setFocus = (has: boolean) =>
      page.evaluate(`document.hasFocus = () => ${has}; dispatchEvent(new Event('${has ? 'focus' : 'blur'}'))`);
    await page.clock.fastForward(1_500);
    await setFocus(false);
    await page.clock.fastForward(10_000);
    await setFocus(true);
    await page.clock.fastForward(1_500);
    await page.close();
    const bodies = await site.hear(2, isEngagement);
    assert.deepEqual(
      bodies.map(({ engagement }) => engagement),
      [1, 2],
    );
  });

  test('pauses while the tab is hidden, and is sent once each time', async () => {
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
