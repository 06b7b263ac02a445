import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('what a screen reader hears of the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('are the numbers of each new question, once, and not those that only replace others', async () => {
    const { page, close } = await dashboard.open('/site.example?period=all');
    const status = page.locator('main ~ [role=status]');
    await status.getByText('Visitors: 3', { exact: true }).waitFor();
    const heard = await status.evaluateHandle(element => {
      const texts: (string | null)[] = [];
      new MutationObserver(() => texts.push(element.textContent)).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      return texts;
    });
    await page.getByRole('button', { name: '/pricing: show only this' }).click();
    await status.getByText('Visitors: 1', { exact: true }).waitFor();
    await page.keyboard.press('x');
    await status.getByText('Visitors: 3', { exact: true }).waitFor();

    await dashboard.count([{ page: 'https://site.example/', ip: '8.8.8.8', user_agent: DESKTOP }]);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('[data-metric=visitors]').getByText('4', { exact: true }).waitFor();
    assert.equal((await heard.jsonValue()).length, 2);
    await close();
  });
});
