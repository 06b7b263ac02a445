import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('shows every statistic of the registry, each at its own URL', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    // A panel of one statistic has its name.
    const tabs = await page.locator('.panel h2').allInnerTexts();
    tabs.push(...(await page.getByRole('tab').allInnerTexts()));
    for (const name of ['Campaigns', 'Operating systems']) {
      await page.getByRole('tab', { name, exact: true }).click();
      // A tab is selected at once; the tabs inside it are drawn later.
      const inside = page.getByRole('tablist', { name, exact: true }).getByRole('tab');
      await inside.first().waitFor();
      tabs.push(...(await inside.allInnerTexts()));
    }
    const shown = STATISTICS.filter(({ scope }) => scope !== 'crawler'); // They have no tab.
    for (const { label } of shown) assert.ok(tabs.includes(label), `The tab ${label} is missing.`);
    for (const { name, label } of shown) {
      // As the browser's buttons go there, which takes far less time than to load the page anew.
      await page.evaluate(view => {
        history.pushState(null, '', `/site.example?view=${view}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }, name);
      await page.getByRole('heading', { name: label, exact: true }).waitFor();
      await page.locator('.detail :is(table.wide, .nothing)').waitFor();
    }
    await close();
  });

  it('says what to do when nothing was counted, and what else under a filter', async () => {
    const { page, close } = await dashboard.open('/site.example?filter=page:is:/none');
    const pages = page.locator('.panel-pages .nothing');
    await pages.getByText('No visits match. Clear filters or choose a wider range.').waitFor();
    await page.goto('/site.example?filter=page:is:/none&view=campaign');
    await page.locator('.detail').getByText('No visits match.').waitFor();
    await page.locator('.detail').getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL(url => url.search === '?view=campaign');
    await page.locator('.detail').getByRole('button', { name: 'spring: show only this' }).waitFor();
    await page.goto('/site.example?filter=page:is:/none');
    await pages.getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('.panel-pages').getByRole('button', { name: '/pricing: show only this' }).waitFor();
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
    await page.goto('/site.example?from=2020-01-01&to=2020-01-02');
    await pages.getByText('Nothing was counted in this range. Choose another range.').waitFor();
    await page.goto('/site.example?filter=page:is:/none&page.search=x');
    await pages.getByText('Nothing contains “x” in this range.').waitFor();
    await close();
  });

  it('turns to the last page when the URL asks for a page beyond it', async () => {
    const { page, close } = await dashboard.open('/site.example?page.page=99');
    await page.locator('.panel-pages').getByRole('button', { name: '/pricing' }).waitFor();
    await close();
  });

  it('searches in a panel and keeps the search in the URL', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Search Pages' }).click();
    await page.getByRole('searchbox', { name: 'Search Pages' }).fill('doc');
    const panel = page.locator('.panel-pages');
    await panel.getByRole('button', { name: '/pricing' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: '/docs' }).waitFor();
    await page.reload();
    await panel.getByRole('button', { name: '/docs' }).waitFor();
    assert.equal(await panel.getByRole('button', { name: '/pricing' }).count(), 0);
    await close();
  });

  it('sorts a single statistic by its headings, and keeps the order in the URL', async () => {
    const { page, close } = await dashboard.open('/site.example?view=page&page.page=2');
    const heading = (name: string) => page.getByRole('columnheader', { name });
    const first = () => page.locator('.detail tbody th').first();
    await heading('Pageviews').and(page.locator('[aria-sort=descending]')).waitFor();
    await first().getByText('/', { exact: true }).waitFor();
    await heading('Pages').getByRole('button').press('Enter');
    await page.waitForURL(/\?page\.sort=value&view=page$/);
    await heading('Pages').getByRole('button').click();
    await page.waitForURL(/\?page\.sort=-value&view=page$/);
    await first().getByText('/pricing').waitFor();
    await page.reload();
    await heading('Pages').and(page.locator('[aria-sort=descending]')).waitFor();
    assert.match((await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '', /&sort=-value&/);
    await first().getByText('/pricing').waitFor();
    // The bar of the largest row fills it, as in the panels.
    const parts = await page
      .locator('.detail tbody tr')
      .evaluateAll(rows => rows.map(row => row.getAttribute('style')));
    assert.ok(
      parts.some(part => /--part:\s*1;/.test(part ?? '')),
      parts.join(),
    );
    await heading('Pageviews').getByRole('button').click();
    await page.waitForURL(/\?view=page$/);
    await first().getByText('/', { exact: true }).waitFor();
    await page.goBack();
    await first().getByText('/pricing').waitFor();
    await page.goto('/site.example?view=device');
    await heading('Pageviews').getByRole('button').click();
    await first().getByText('Desktop').waitFor();
    await heading('Pageviews').getByRole('button').click();
    await page.waitForURL(/\?device\.sort=-pageviews&view=device$/);
    await first().getByText('Mobile').waitFor();
    await heading('Bounce rate').getByRole('button').click();
    await first().getByText('Desktop').waitFor();
    await heading('Bounce rate').getByRole('button').click();
    await page.waitForURL(/\?device\.sort=-bounce_rate&view=device$/);
    await first().getByText('Mobile').waitFor();
    await page.goto('/site.example?times=visitors_hours');
    const hours = page.locator('.panel-times tbody th');
    await hours.first().waitFor();
    const shown = await hours.allInnerTexts();
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
    );
    assert.ok(shown.length >= 2, 'The hits are in several hours.');
    await close();
  });

  it('changes the days, the comparison and the interval', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Range: Last 30 days' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: 'Hour', exact: true }).click();
    await page.getByRole('button', { name: 'Range: Last 7 days' }).click();
    await page.getByLabel('None').check();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\?period=last_7_days&compare=none&interval=hour$/);
    await page.getByText('Show as a table').click();
    await page.waitForFunction(() => document.querySelectorAll('.numbers tbody tr').length === 7 * 24);
    await close();
  });

  it('updates the number of live visitors when a visitor arrives', async () => {
    const { page, faults } = await dashboard.open('/login');
    // A proxy refuses the first request.
    await page.route('**/graphql?*', route => route.fulfill({ status: 502, body: '' }), { times: 1 });
    await page.goto('/site.example');
    const live = page.locator('.live-number');
    await live.waitFor();
    const before = Number(await live.innerText());
    const sent = await fetch(`${dashboard.gateway.url}/api/event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': DESKTOP },
      body: JSON.stringify({ page: 'https://site.example/live' }),
    });
    assert.equal(sent.status, 202);
    await page.waitForFunction(number => Number(document.querySelector('.live-number')?.textContent) > number, before);
    await page.context().close();
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', / 502 /);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    await page.getByRole('tab', { name: 'Channels' }).focus();
    for (const next of ['Sources', 'Referrers', 'Campaigns']) {
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), next);
    }
    assert.equal(await page.getByRole('tab', { name: 'Campaigns' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('button', { name: 'Range: Last 30 days' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Today');
    await page.keyboard.press('Escape');
    assert.match((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /^Range/);
    await page.getByRole('button', { name: 'spring: show only this', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Campaign is spring').waitFor();
    await close();
  });

  for (const [name, look] of Object.entries({
    'in light colours on a wide window': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    'in dark colours on a narrow window': { colorScheme: 'dark', viewport: { width: 360, height: 700 } },
  } as const)) {
    it(`passes axe ${name}`, async () => {
      const { page, close } = await dashboard.open('/site.example?filter=page:is:/', OWNER, look);
      await page.getByRole('heading', { name: 'Goals' }).waitFor();
      await page.locator('.over-time[aria-busy=false]').waitFor();
      await page.getByText('Show as a table').click();
      await page.locator('.numbers tbody th').first().waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: /^Range/ }).click();
      await page.locator('.panel-over').waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await page.goto('/site.example?view=country');
      await page.locator('.detail [aria-busy=false] table.wide').waitFor();
      await assertAccessible(page);
      await close();
    });
  }

  it('passes axe while it waits for a response', async () => {
    const { page, close } = await dashboard.open('/site.example?view=country');
    await page.locator('.detail [aria-busy=false] table.wide').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql**', async route => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('a');
    await page.locator('.detail [aria-busy=true] table.wide').waitFor();
    await assertAccessible(page);
    // The foot waits for rows, because it would move below them.
    await page.locator('.foot').waitFor();
    await page.evaluate(() => {
      history.pushState(null, '', '/site.example?view=device');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.locator('.foot').waitFor({ state: 'hidden' });
    held.resolve();
    await page.locator('.detail [aria-busy=false] table.wide').waitFor();
    await page.locator('.foot').waitFor();
    await close();
  });

  it('sends queries by id and GET, and downloads nothing again that has not changed', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    const isOverview = (url: string) => /\/graphql\?documentId=[\w-]{9}&.*%22sources%22/.test(url);
    const answer = page.waitForResponse(response => isOverview(response.url()));
    await page.reload();
    const again = await answer;
    const tag = (await again.request().allHeaders())['if-none-match'] ?? '';
    assert.match(tag, /^"[\w-]{27}"$/);
    assert.equal(again.headers().etag, tag);
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    await close();
  });
});
