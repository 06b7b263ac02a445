import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

/** A movement that the reader did not cause. */
interface Shift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node?: Node }[];
}

onOneDatabase.skipIf(skipWithoutBrowser)('a statistics page and its connection', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('keeps its numbers while the server is out of reach, says so, and never moves by itself', async () => {
    const { page } = await dashboard.open('/login');
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(globalThis, { moved });
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as Shift[])
          if (!entry.hadRecentInput)
            moved.push(...entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : 'text')));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/site.example?period=all');
    await page.locator('.moneyed .amount').first().waitFor();
    await page.locator('.foot').waitFor();
    await page.locator('.chart-picture').waitFor();
    assert.deepEqual(await page.evaluate(() => (globalThis as { moved?: string[] }).moved), []);

    const said = page.getByRole('status').filter({ hasText: 'Showing the numbers of' });
    const visitors = page.locator('[data-metric=visitors]');
    const before = await visitors.innerText();
    let attempts = 0;
    await page.route('**/graphql?*', route => {
      attempts++;
      return route.abort();
    });
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await said.getByText(/^Can't reach the server\. Retrying… Showing the numbers of \d\d:\d\d\.$/).waitFor();
    await page.locator('.over-time[aria-busy=true]').waitFor();
    assert.equal(await visitors.innerText(), before);
    while (attempts < 2) await page.waitForTimeout(50);
    await page.unroute('**/graphql?*');
    await page.locator('.over-time[aria-busy=false]').waitFor();
    await said.waitFor({ state: 'detached' });

    await page.context().setOffline(true);
    await said.getByText(/^Offline\. Showing the numbers of \d\d:\d\d\.$/).waitFor();
    const again = page.waitForResponse(response => response.url().includes('documentId='));
    await page.context().setOffline(false);
    assert.ok([200, 304].includes((await again).status()));
    await said.waitFor({ state: 'detached' });
    // Its requests failed on purpose, so it is not used again.
    await page.context().close();
  });
});
