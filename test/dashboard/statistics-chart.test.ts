import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { onSqlite } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onSqlite.skipIf(skipWithoutBrowser)('the chart of a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('shows pages per visit, also to readers who open the link', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Pages per visit' }).click();
    await page.waitForURL(/\?metric=pagespervisit$/);
    await page.reload();
    const tile = page.getByRole('button', { name: 'Pages per visit' });
    assert.equal(await tile.getAttribute('aria-pressed'), 'true');
    await page.getByRole('img', { name: /^Pages per visit over time/ }).waitFor();
    await page.locator('.chart-frame .u-over').hover({ position: { x: 2, y: 100 } });
    await page.locator('.tip-now').getByText('0.0 pages per visit').waitFor();
    await close();
  });

  it('marks a week that the range cuts as partial', async () => {
    const { page, close } = await dashboard.open('/site.example?from=2026-01-01&to=2026-01-14&interval=week');
    await page.getByText('Show as a table').click();
    assert.deepEqual(await page.locator('.numbers tbody th').allInnerTexts(), [
      'Week of 29 Dec 2025 (part of the week)',
      'Week of 5 Jan 2026',
      'Week of 12 Jan 2026 (part of the week)',
    ]);
    await page.locator('.chart-frame .u-over').hover({ position: { x: 2, y: 100 } });
    await page.locator('.tip').getByText('Week of 29 Dec 2025 (part of the week)').waitFor();
    await page.goto('/site.example?period=today&interval=hour');
    await page.getByText('Show as a table').click();
    assert.equal(await page.getByRole('rowheader', { name: '(so far)' }).count(), 1);
    await close();
  });
});
