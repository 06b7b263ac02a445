import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { type Keyboard, keyboardOf } from '../support/keyboard.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the list of websites and the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    const [ip, user_agent] = ['7.7.7.7', DESKTOP];
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    await dashboard.count([100, 40].map(days => ({ page: 'https://site.example/', time: at(days), ip, user_agent })));
    for (let number = 1; number <= 9; number++) await dashboard.create({ domain: `other-${number}.example` });
  });
  afterAll(() => dashboard.close());

  it('can be used without a mouse, and never lose the focus', async () => {
    const { page, close } = await dashboard.open('/login');
    const keys = keyboardOf(page);
    const { press, enter, type, to, at, kept } = keys;
    await to('E-mail address');
    await type(OWNER.email);
    await press('Tab');
    await type(OWNER.password);
    await press('Enter');
    await page.waitForURL('**/websites');
    await page.getByText('10 websites').waitFor();
    await press('/');
    await type('other-9');
    await page.getByText('1 website:').waitFor();
    await press('Control+a', 'Delete');
    await page.getByText('10 websites').waitFor();
    await to('Sort by');
    await type('Vis');
    await page.locator('.website-name').first().getByText('site.example', { exact: true }).waitFor();
    await to('Favourite: other-9.example');
    await press('Space');
    await page.locator('.website-name').first().getByText('other-9.example').waitFor();
    await at('Favourite: other-9.example');
    await enter('site.example');
    await page.waitForURL('**/site.example');
    await page.getByRole('heading', { name: 'Journeys' }).waitFor();
    await range(keys);
    await page.waitForURL(/site\.example\?period=last_7_days&compare=exact$/);
    await filter(keys, page);
    await page.waitForURL(/&filter=any\(page:not:\/\w*,all\(page:is:\/\w*,device:is:\w+\)\)$/);
    await press('x');
    await page.waitForURL(/compare=exact$/);
    await kept();
    await chart(keys, page);
    await page.waitForURL(/\?from=(\S+)&to=(?!\1)\S+&/);
    await list(keys, page);
    await map(keys, page);
    await paths(keys, page);
    await menus(keys, page);
    await close();
  });
});

/** Chooses the days and what they are compared with. */
async function range({ press, enter, to, at, kept }: Keyboard): Promise<void> {
  await press('e', 'ArrowLeft');
  await enter('Earlier days');
  await kept();
  await enter(/^Range: /);
  await enter('Last 7 days');
  await at('Range: Last 7 days');
  await press('Enter');
  await to('Previous period, matched by weekday');
  await press('ArrowDown');
  await at('Previous period, exact');
  await press('Escape');
  await at('Range: Last 7 days');
}

/** Filters by what a page is not, then by groups of conditions. */
async function filter({ press, enter, type, to, at, kept }: Keyboard, page: Page): Promise<void> {
  const pick = async () => {
    await page.locator('[role=option]:visible').first().waitFor();
    await press('ArrowDown');
    await page.locator('[role=option].active').waitFor();
    await press('Enter', 'Escape');
  };
  await press('f');
  await at('Filter by');
  await press('Tab');
  await type('is not');
  await press('Tab');
  await pick();
  await press('Enter');
  await at('Add a filter');
  await enter(/^Change the filter Page is not/, 'Shift+Tab');
  await enter('Or another condition');
  await at('Filter by');
  await enter('Group');
  await to('Value', 'Shift+Tab');
  await to('Filter by', 'Shift+Tab');
  await type('Device');
  await to('Value');
  await pick();
  await to('Value', 'Shift+Tab');
  await pick();
  // The condition before the group has no value.
  await enter('Remove part 2', 'Shift+Tab');
  await at('Matches');
  await enter('Apply');
  assert.match(await kept(), /^Change the filter/);
}

/** Chooses what the chart shows, and some of its days. */
async function chart({ press, enter, to, at }: Keyboard, page: Page): Promise<void> {
  await enter(/^Pageviews/);
  await page.getByRole('slider', { name: 'Pageviews over time' }).waitFor();
  await to('Pageviews over time');
  await press('ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft', 'Enter');
  await at('Pageviews over time');
  await press('Escape');
}

/** Chooses a tab, leaves out a row, and opens a list and its columns. */
async function list({ press, enter, type, to, at, kept }: Keyboard, page: Page): Promise<void> {
  await press('e');
  await page.waitForURL(/\?period=yesterday/);
  await enter(/^Range: /, 'Shift+Tab');
  await enter('Last 30 days');
  await page.getByText('/docs').first().waitFor();
  await to('Pages');
  await press('ArrowRight');
  await at('Landing pages');
  await press('ArrowLeft');
  await at('Pages');
  await page.getByRole('button', { name: 'Search Pages' }).waitFor();
  await enter('Search Pages');
  await at('Search Pages');
  await type('doc');
  await press('Escape');
  await kept();
  await to('/docs: show only this');
  await press('Alt+Enter');
  await page.waitForURL(/filter=page:not:\/docs/);
  await page.getByRole('button', { name: '/docs: show only this' }).waitFor({ state: 'detached' });
  assert.match(await kept(), /show only this$/);
  await press('x');
  await page.waitForURL(/site\.example(?!.*filter)/);
  await enter('Pages: all columns and rows', 'Shift+Tab');
  await at('Pages');
  await page.locator('th').getByRole('button', { name: 'Pageviews' }).waitFor();
  await enter('Pageviews');
  await page.locator('[aria-sort=ascending]').waitFor();
  await press('/');
  await type('pricing');
  await page.getByRole('button', { name: '/docs: show only this' }).waitFor({ state: 'detached' });
  await enter('All statistics', 'Shift+Tab');
  await at('Pages: all columns and rows');
  await press('l');
  await at('Live');
  await page.locator('.live-view summary').waitFor();
  await to('Show as a table');
  await press('Enter', 'Escape');
  await at(/now, visitors in the last five minutes$/);
}

/** Comes closer to the map, and filters by one of its places. */
async function map({ press, enter, to, at, kept }: Keyboard, page: Page): Promise<void> {
  await to('Places on the map');
  await enter('Zoom in');
  await enter('Show the whole world');
  await page.locator('.map-frame.zoomed').waitFor({ state: 'detached' });
  await at('Show the whole world');
  await to('Places on the map', 'Shift+Tab');
  await page.locator('.land.visited').first().waitFor();
  await press('End', 'Enter');
  await page.waitForURL(/filter=country:is:\w\w/);
  await kept();
  await press('x');
  await page.waitForURL(/site\.example(?!.*filter)/);
}

/** Makes a goal and a funnel, follows journeys, and takes both away. */
async function paths({ press, enter, remove, type, to, at, kept }: Keyboard, page: Page): Promise<void> {
  await enter('Add a goal');
  await to('Name');
  await type('Saw prices');
  await to('Path');
  await type('/pricing');
  await press('Enter');
  await at('Add a goal');
  await page.getByRole('button', { name: 'Edit the goal Saw prices' }).waitFor();
  await enter('Edit the goal Saw prices');
  await remove();
  await page.getByRole('button', { name: 'Edit the goal Saw prices' }).waitFor({ state: 'detached' });
  await kept();
  await enter('Add a funnel');
  await to('Name');
  await type('Readers');
  for (const path of ['/', '/pricing']) {
    await to('Path');
    await type(path);
  }
  await enter('Add a step');
  await enter('Remove step 3', 'Shift+Tab');
  await kept();
  await enter('Add');
  await at('Add a funnel');
  await page.getByRole('table', { name: 'Steps of the funnel' }).waitFor();
  await enter('/ 1, step 1: go on from here');
  await page.waitForURL(/start=/);
  await kept();
  await enter('All journeys', 'Shift+Tab');
  await kept();
  await enter('Edit the funnel', 'Shift+Tab');
  await remove();
  await page.getByText('A funnel counts how many visits').waitFor();
  await kept();
}

/** Opens what lies over the page, and closes it. */
async function menus({ press, enter, type, to, at }: Keyboard, page: Page): Promise<void> {
  await enter(/Why/, 'Shift+Tab');
  await page.getByRole('dialog').getByText('Total').waitFor();
  await press('Escape');
  await at(/Why/);
  await enter('Share', 'Shift+Tab');
  await to('Colours');
  await type('Dark');
  const preview = page.frameLocator('iframe.preview[src*="theme=dark"]');
  await preview.getByRole('heading', { name: 'Pages' }).waitFor();
  // The preview is a page of its own, whose stops lead out of it again; what changes there does not take the focus.
  await to('Close');
  await preview.locator('body').evaluate(body => body.append(document.createElement('span')));
  await press('Escape');
  await at('Share');
  await enter('Export', 'Shift+Tab');
  await to('Chart as SVG');
  await Promise.all([page.waitForEvent('download'), press('Enter')]);
  await at('Export');
  await press('?');
  await to('Use these keys in this browser');
  await press('Escape');
  await at('Export');
  await press('/');
  await at('Search websites');
  await type('other');
  await press('Escape');
  await at('site.example, switch website');
}
