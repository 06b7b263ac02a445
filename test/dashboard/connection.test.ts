import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { APP } from '../../src/pages/assets.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { movesOf, noteMoves } from '../support/moves.ts';
import { startSite } from '../support/site-hits.ts';
import { until } from '../support/until.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('a statistics page and its connection', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('never moves by itself in a narrow window, neither when live visitors are known nor when they change', async () => {
    const lookers = [
      { who: null, ip: '8.8.4' },
      { who: OWNER, ip: '1.0.0' },
    ];
    for (const { who, ip } of lookers) {
      const { page, close } = await opened(who, { viewport: { width: 390, height: 844 } });
      const release = await hold(page, /LiveVisitors/);
      await page.goto('/site.example?period=all');
      await isDrawn(page);
      await page.locator('.live a', { hasText: 'Live' }).waitFor();
      release();
      const known = page.locator('.live .live-number');
      const before = Number(await known.innerText());
      const visitors = Array.from({ length: 10 }, (_, at) => `${ip}.${at + 1}`);
      const hit = { page: 'https://site.example/', user_agent: DESKTOP };
      await dashboard.count(visitors.map(from => ({ ...hit, ip: from })));
      await known.getByText(String(before + 10), { exact: true }).waitFor();
      assert.deepEqual(await movesOf(page), []);
      await close();
    }
  });

  it('does not move when its font arrives after the first text, nor on a phone of its owner', async () => {
    for (const width of [1280, 390, 305]) {
      const { page, close } = await opened(width > 500 ? null : OWNER, { viewport: { width, height: 844 } });
      const release = await hold(page, /\.woff2/);
      await page.goto('/site.example?period=all', { waitUntil: 'commit' });
      await isDrawn(page);
      assert.equal(await page.locator('.top').evaluate(bar => bar.clientHeight), 56, `${width}`);
      await Promise.all([page.waitForResponse(/\.woff2/), release()]);
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      assert.deepEqual(await movesOf(page), []);
      await close();
    }
  });

  it('has room for segments in a narrow window before they are known', async () => {
    const owner = await dashboard.open('/site.example?period=last_30_days', OWNER);
    await owner.page.getByRole('button', { name: '/pricing: show only this' }).click();
    await owner.page.getByRole('button', { name: 'Segments' }).click();
    await owner.page.getByLabel('Save as segment').fill('Interested');
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.page.getByLabel('Save as segment').waitFor({ state: 'detached' });
    await owner.page.getByRole('button', { name: 'Segments' }).click();
    await owner.page.getByRole('button', { name: 'Interested', exact: true }).waitFor();
    await owner.close();

    const { page, close } = await opened(null, { viewport: { width: 390, height: 844 } });
    for (const filter of ['', '&filter=page:is:/pricing']) {
      const release = await hold(page, '**/graphql?*');
      await page.goto(`/site.example?period=last_30_days${filter}`);
      await page.getByRole('button', { name: /^Range/ }).waitFor();
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      release();
      await page.getByRole('button', { name: 'Segments' }).waitFor();
      await page.locator('.foot').waitFor();
      assert.deepEqual(await movesOf(page), [], filter);
      await page.unroute('**/graphql?*');
    }
    await close();
  });

  it('gives the focus back to the link of the live view before its visitors are known', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    const link = page.locator('.live a');
    const leave = async () => {
      await page.locator('.live-view').getByText('Show as a table').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    };
    await link.click();
    const release = await hold(page, /LiveVisitors/);
    await leave();
    await page.locator('.live a:focus').getByText('Live').waitFor();
    release();
    await link.locator('.live-number').waitFor();
    await page.locator('.live a:focus').waitFor();
    await close();
  });

  it('asks again by itself after the database was away', async () => {
    const { page, close } = await dashboard.open('/login');
    const message = 'The database is not available at the moment. Try again shortly.';
    const away = { errors: [{ message, extensions: { code: 'UNAVAILABLE' } }] };
    const refused = Promise.withResolvers<void>();
    await page.route('**/graphql?*documentId*', route => route.fulfill({ json: away }).then(refused.resolve), {
      times: 1,
    });
    await page.goto('/site.example?period=last_7_days');
    await refused.promise;
    await page.locator('[data-metric=visitors]').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await close();
  });

  it('keeps its numbers while the server is out of reach, says so, and never moves by itself', async () => {
    const { page } = await opened();
    await page.goto('/site.example?period=all');
    await isDrawn(page);
    assert.deepEqual(await movesOf(page), []);

    const said = page.getByRole('status').filter({ hasText: 'Showing the numbers from' });
    const visitors = page.locator('[data-metric=visitors]');
    const before = await visitors.innerText();
    let attempts = 0;
    await page.route('**/graphql?*', route => {
      attempts++;
      return route.abort();
    });
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await said
      .getByText(/^Can't reach the server\. Retrying… Showing the numbers from \d\d:\d\d: \d.* – .*\d{4}\.$/)
      .waitFor();
    assert.equal(await page.locator('.is-live').count(), 0);
    await page.locator('.over-time[aria-busy=true]').waitFor();
    assert.equal(await visitors.innerText(), before);
    await until(() => attempts > 1, 'the page asks again');
    await page.unroute('**/graphql?*');
    await page.locator('.over-time[aria-busy=false]').waitFor();
    await said.waitFor({ state: 'detached' });

    await page.context().setOffline(true);
    await said.getByText(/^Offline\. Showing the numbers from \d\d:\d\d\.$/).waitFor();
    const again = page.waitForResponse(response => response.url().includes('documentId='));
    await page.context().setOffline(false);
    assert.ok([200, 304].includes((await again).status()));
    await said.waitFor({ state: 'detached' });
    // Its requests failed on purpose, so it is not used again.
    await page.context().close();
  });

  it('says in the menu of websites that they could not be read, and reads them on request', async () => {
    const { page } = await dashboard.open('/login', OWNER);
    const queries: [id: string, text: string][] = JSON.parse(await readFile(new URL('queries.json', APP), 'utf8'));
    const [list] = queries.find(([, text]) => text.includes('query OwnWebsites')) ?? assert.fail();
    await page.route(`**/graphql?*${list}*`, route => route.abort());
    await page.goto('/site.example?period=all');
    await isDrawn(page);
    await page.keyboard.press('/');
    const menu = page.locator('.switcher');
    await menu.getByRole('alert').getByText("Can't reach the server.").waitFor();
    await assertAccessible(page);
    await page.unroute(`**/graphql?*${list}*`);
    await menu.getByRole('button', { name: 'Try again' }).click();
    await menu.getByRole('option', { name: 'site.example' }).waitFor();
    await menu.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('leads back from the live view although its code cannot be loaded', async () => {
    const { page } = await opened();
    await page.route('**/live-view-*.js*', route => route.abort());
    await page.goto('/site.example?view=live');
    await page.getByRole('link', { name: 'All statistics' }).waitFor();
    await page.keyboard.press('Escape');
    await isDrawn(page);
    await page.context().close();
  });

  it('loads its later parts again where their first requests fail', async () => {
    const { page } = await dashboard.open('/login', OWNER);
    const failing = { '**/time-chart-*.js': 2, '**/paths-*.js': 1, '**/live-view-*.js': 1, '**/glyphs-*.json': 1 };
    for (const [files, times] of Object.entries(failing)) await page.route(files, route => route.abort(), { times });
    const queries: [id: string, text: string][] = JSON.parse(await readFile(new URL('queries.json', APP), 'utf8'));
    const [list] = queries.find(([, text]) => text.includes('query FunnelList')) ?? assert.fail();
    await page.route(`**/graphql?*${list}*`, route => route.abort(), { times: 1 });
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await page.goto('/site.example?period=all');
    await isDrawn(page);
    // Not all browsers ask again for a URL that has failed.
    for (const part of ['time-chart', 'paths']) {
      const urls = asked.filter(url => url.includes(`/${part}-`));
      assert.ok(new Set(urls).size > 1, urls.join());
    }
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByText('A funnel counts how many visits').waitFor();
    await page.locator('.panel-technology svg[data-glyph]:not(:empty)').first().waitFor();
    await page.keyboard.press('l');
    await page.getByText('Visitors in the last 5 minutes').waitFor();
    await page.context().close();
  });

  it('dims the numbers that stay when the server refuses others', async () => {
    const { page } = await opened();
    await page.goto('/site.example?period=all');
    await isDrawn(page);
    await page.evaluate(() => {
      history.pushState(null, '', '?from=1970-01-01&to=9999-12-31');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.locator('.over-time[aria-busy=true]').waitFor();
    await page.getByRole('alert').getByText('complexity').waitFor();
    assert.equal(await page.locator('.over-time').getAttribute('aria-busy'), 'true');
    // The refusal is in its console, so it is not used again.
    await page.context().close();
  });

  it('says to sign in again to a person who has signed out elsewhere', async () => {
    const owner = await dashboard.open('/site.example', OWNER);
    await owner.page.getByRole('button', { name: '/pricing: show only this' }).click();
    await owner.page.getByRole('button', { name: 'Segments' }).click();
    await owner.page.context().clearCookies();
    await owner.page.getByLabel('Save as segment').fill('Lost');
    await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.page.getByText('You are signed out. Open another tab, sign in there').waitFor();
    await owner.page.context().close();
  });

  /** Opens a page that notes what moves on all further ones. */
  async function opened(...how: [who?: typeof OWNER | null, look?: Parameters<Dashboard['open']>[2]]) {
    const looker = await dashboard.open('/login', ...how);
    await noteMoves(looker.page);
    return looker;
  }
});

async function isDrawn(page: Page): Promise<void> {
  await page.locator('.moneyed .amount').first().waitFor();
  await page.locator('.foot').waitFor();
  await page.locator('.chart-picture').waitFor();
}

/** Keeps the server from hearing what the page asks for, until the returned function is called. */
async function hold(page: Page, urls: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(urls, route => promise.then(() => route.continue()));
  return resolve;
}
