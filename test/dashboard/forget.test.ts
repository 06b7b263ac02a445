import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import {
  assertAccessible,
  assertFits,
  type Dashboard,
  DESKTOP,
  OTHER,
  OWNER,
  startDashboard,
} from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const BASE = 'https://site.example';
const SPAM = { user_agent: DESKTOP, referrer: 'https://evil.example/win' };

onOneDatabase.skipIf(skipWithoutBrowser)('the page of forgetting', openPlace => {
  let dashboard: Dashboard;
  let id: string;
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    id = await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC' });
    await dashboard.count([
      { page: `${BASE}/`, time: at(2), ip: '1.1.1.1', user_agent: DESKTOP, referrer: 'https://news.example/' },
      { page: `${BASE}/win`, time: at(1), ip: '8.8.8.8', ...SPAM },
      { page: `${BASE}/win`, time: at(1), ip: '8.8.8.8', ...SPAM, event: { name: 'Win' } },
      { page: `${BASE}/`, time: at(27), ip: '6.6.6.6', user_agent: DESKTOP },
      { page: `${BASE}/reset/ada`, time: at(3), ip: '9.9.9.9', user_agent: DESKTOP },
    ]);
  });
  afterAll(() => dashboard.close());

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
  const preview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true });

  it('leads from an absurd referrer to the statistics without it', async () => {
    const { page, close } = await dashboard.open(
      `/site.example?from=${at(48).slice(0, 10)}&to=${at(0).slice(0, 10)}&view=referrer`,
      OWNER,
    );
    await page.getByRole('button', { name: /^evil\.example/ }).click();
    await page.getByRole('link', { name: 'Forget these visits' }).click();

    // The days and the filter are filled in.
    await page.getByRole('button', { name: 'Change the filter Referrer is evil.example' }).waitFor();
    const first = page.getByLabel('From', { exact: true });
    const from = await first.inputValue();
    assert.ok(from < (await page.getByLabel('To', { exact: true }).inputValue()), from);
    await page.getByText('Nothing has been forgotten yet.').waitFor();
    await assertAccessible(page);

    // Every field says what is wrong with it.
    await first.fill('2090-01-01');
    await page.getByText(/^More: time of day/).click();
    await page.getByLabel('Page', { exact: true }).fill('reset');
    await preview(page).click();
    const wrong = page.locator('.problem');
    await wrong.first().waitFor();
    assert.equal(await wrong.count(), 3, (await wrong.allInnerTexts()).join(' '));
    assert.equal(await first.getAttribute('aria-invalid'), 'true');
    await first.fill(from);
    await page.getByLabel('Page', { exact: true }).fill('');
    await page.getByLabel('Visitor with a hit at').fill('yesterday');
    await preview(page).click();
    await page.getByText(/"yesterday"/).waitFor();
    await page.getByLabel('Visitor with a hit at').fill('');
    await page.getByLabel('Page', { exact: true }).fill('/nowhere');
    await preview(page).click();
    await page.getByText('Nothing matches, so there is nothing to forget.').waitFor();
    await page.getByLabel('Page', { exact: true }).fill('');

    await preview(page).click();
    await page.getByText(/^1 visit, 1 pageview and 1 event on (1 day|2 days)\. Nothing is removed yet\.$/).waitFor();
    await assertAccessible(page);
    // What is shown belongs to the choice: a changed choice has no preview, and a reload keeps it.
    await page.reload();
    await preview(page).click();
    await page.getByRole('heading', { name: 'What would be removed' }).waitFor();
    await first.fill(from);
    const forget = page.getByRole('button', { name: 'Forget 1 visit, 1 pageview and 1 event…' });
    await forget.waitFor({ state: 'detached' });
    await preview(page).click();

    // A hit that comes after the preview is not forgotten unseen.
    await forget.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText("This can't be undone.").waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dashboard.count([{ page: `${BASE}/win`, time: at(0.5), ip: '7.7.7.7', ...SPAM }]);
    await forget.click();
    await dialog.getByRole('button', { name: 'Forget for good' }).click();
    await dialog.getByText('The number of hits has changed since the preview').waitFor();
    await dialog.getByRole('button', { name: 'Preview again' }).click();
    await page.getByRole('button', { name: 'Forget 2 visits, 2 pageviews and 1 event…' }).click();
    await dialog.getByRole('button', { name: 'Forget for good' }).click();
    await page.getByText('Forgotten: 2 visits, 2 pageviews and 1 event.').waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'See these days' }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=pageviews]')?.textContent === '3');
    await page.goto(`${page.url()}&view=referrer`);
    await page.getByText('news.example').first().waitFor();
    assert.equal(await page.getByText('evil.example').count(), 0);
    await page.goto(`/websites/${id}/forget`);
    await page.getByRole('row', { name: /by owner@owner\.example 2 2 1$/ }).waitFor();
    // Without a filter it is everything, on more than one day.
    await page.getByLabel('From', { exact: true }).fill(at(48).slice(0, 10));
    await preview(page).click();
    await page.getByText('By day', { exact: true }).click();
    const days = page.getByRole('table', { name: 'What would be removed, by day' }).locator('tbody tr');
    const pageviews = await days.evaluateAll(rows => rows.map(row => Number(row.children[2]?.textContent)));
    assert.ok(pageviews.length > 1 && pageviews.reduce((sum, one) => sum + one) === 3, pageviews.join());
    await assertAccessible(page);
    await page.getByRole('link', { name: 'audit log' }).click();
    const entry = page.getByRole('table', { name: 'Entries of the audit log' }).getByRole('row').nth(1);
    await entry.getByText('owner@owner.example').waitFor();
    assert.match(await entry.innerText(), /Forgot visits: \d[^,]* 20\d\d \(chosen by: Referrer\)$/);
    await assertAccessible(page);
    await close();
  });

  it('can be used with a keyboard alone, on a phone', async () => {
    const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    const { page, close } = await dashboard.open(`/websites/${id}/settings`, OWNER, look);
    await page.getByRole('region', { name: 'Forget visits' }).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add a filter' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Add a filter' });
    await panel.getByLabel('Condition').waitFor();
    await assertAccessible(page);
    await panel.getByLabel('Condition').selectOption('STARTS_WITH');
    await panel.getByRole('combobox', { name: /^Values?$/ }).focus();
    await page.keyboard.type('/reset/');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Remove /reset/' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change the filter Page starts with /reset/' }).waitFor();
    await assertFits(page);
    await page.getByLabel('From', { exact: true }).fill(at(48).slice(0, 10));
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.press('Enter');
    const forget = page.getByRole('button', { name: 'Forget 1 visit and 1 pageview…' });
    await forget.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Forget 1 visit and 1 pageview?' });
    await dialog.waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    // From the document, not only from sight: until then, it cannot be opened again.
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.match((await focused(page)) ?? '', /^Forget 1 visit/);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Forget for good' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Forgotten: 1 visit and 1 pageview.').waitFor();
    // The heading of what was begun took the focus from the button that is gone.
    await page.locator('h2:focus').waitFor();
    await close();
  });

  it('says that a link cannot be read, and shows nothing to anyone but the owner', async () => {
    const { page, close } = await dashboard.open(`/websites/${id}/forget?filter=nonsense`, OWNER);
    await page.getByText('conditions that could not be read').waitFor();
    await close();
    const other = await dashboard.open('/site.example?filter=page:is:/', OTHER);
    await other.page.getByRole('button', { name: 'Change the filter Page is /' }).waitFor();
    await other.page.locator('.foot').waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Forget these visits' }).count(), 0);
    for (const path of [`${id}/forget`, '999/settings', 'abc/settings']) {
      assert.equal((await other.page.goto(`/websites/${path}`))?.status(), 404, path);
      await other.page.getByRole('link', { name: 'Your websites' }).waitFor();
    }
    await other.page.context().close();
  });
});
