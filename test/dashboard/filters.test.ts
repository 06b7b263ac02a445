import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard } from '../support/dashboard.ts';
import { onSqlite } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onSqlite.skipIf(skipWithoutBrowser)('the filters of the statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('filters by several values from a list, with the keyboard too, and by groups', async () => {
    const { page, close } = await dashboard.open('/site.example');
    const shows = (visitors: string) =>
      page.waitForFunction(text => document.querySelector('[data-metric=visitors]')?.textContent === text, visitors);
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const value = form.getByRole('combobox', { name: /^Values?$/ });
    await form.getByRole('option', { name: '/pricing 1' }).waitFor();
    await assertAccessible(page);
    await value.fill('/pri');
    await form.getByRole('option', { name: '/docs' }).waitFor({ state: 'detached' });
    await value.press('ArrowDown');
    await page.locator('[role=option].active').getByText('/pricing').waitFor();
    await value.press('Enter');
    await form.getByRole('button', { name: 'Remove /pricing' }).waitFor();
    await form.getByRole('option', { name: '/docs 1' }).click();
    await form.getByRole('option', { name: '/docs', selected: true }).waitFor();
    await value.press('Escape');
    assert.equal(await value.getAttribute('aria-expanded'), 'false');
    await value.press('Enter');
    await page.waitForURL(/filter=page:is:\/pricing\|\/docs$/);
    await shows('2');

    // A second value of a dimension joins the first one, also from a click.
    await page.locator('.panel-pages').getByRole('button', { name: '/: show only this' }).click();
    await page.waitForURL(/filter=page:is:\/pricing\|\/docs\|\/$/);
    await page.getByRole('button', { name: 'Change the filter Page is any of /pricing, /docs, /' }).click();
    for (const gone of ['/', '/docs', '/pricing'])
      await form.getByRole('button', { name: `Remove ${gone}`, exact: true }).click();
    assert.equal(await form.getByRole('button', { name: 'Apply' }).isEnabled(), false);
    await form.getByLabel('Condition').selectOption('starts with');
    await value.fill('/pri');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=page:starts:\/pri$/);
    await shows('1');

    await page.getByRole('button', { name: 'Change the filter Page starts with /pri' }).click();
    await form.getByRole('button', { name: 'Or another condition' }).click();
    await form.getByLabel('Filter by').nth(1).selectOption('Device');
    await form.getByRole('option', { name: 'Mobile 1' }).click();
    await form.getByRole('button', { name: 'Group' }).click();
    await form.locator('.filter-group .filter-group').getByRole('button', { name: 'Remove part 2' }).click();
    await form.getByLabel('Matches').nth(1).selectOption('none of these');
    await form.locator('.filter-group .filter-group').getByRole('option', { name: '/docs 1' }).click();
    await assertAccessible(page);
    await form.getByLabel('Matches').nth(0).selectOption('all of these');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=all\(page:starts:\/pri,device:is:\w+,none\(page:is:\/docs\)\)$/);
    await shows('0');
    await page.goto(page.url().replace('filter=all', 'filter=any'));
    await shows('2');
    const words = 'Page starts with /pri or Device is Mobile or (None of: Page is /docs)';
    await page.getByRole('button', { name: `Remove the filter ${words}` }).click();
    await shows('3');
    await close();
  });
});
