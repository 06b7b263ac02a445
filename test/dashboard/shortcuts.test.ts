import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('keyboard shortcuts', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    await dashboard.create({ domain: 'another.example' });
  });
  afterAll(() => dashboard.close());

  it('change what the page shows, never while someone types; ? lists them, and / leads to other websites', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    const press = (key: string) => page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML ?? '');
    // The list of shortcuts comes last.
    await page.locator('.foot').waitFor();

    // Nothing had the focus, so nothing gets it back, least of all a field that keys write into.
    for (const state of ['visible', 'detached', 'visible', 'detached'] as const) {
      await press(state === 'visible' ? '?' : 'Escape');
      await page.locator('dialog', { hasText: 'Keyboard shortcuts' }).waitFor({ state });
    }
    await press('e');
    await page.waitForURL(/\?period=yesterday$/);
    await press('ArrowLeft');
    await page.waitForURL(/\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
    await press('D');
    await page.waitForURL(/\?period=today$/);
    await press('c');
    await page.waitForURL(/\?period=today&compare=none$/);
    await press('c');
    await page.waitForURL(/\?period=today$/);
    await press('Control+e');
    await press('m');
    await page.waitForURL(/\?period=this_month$/);
    // On the first days of a month, it has no hits yet.
    await page.goto('/site.example?period=last_7_days');
    await page.locator('.foot').waitFor();

    await press('f');
    assert.match(await focused(), /^<(input|select)/);
    await press('w');
    await press('Escape');
    assert.match(page.url(), /\?period=last_7_days$/);
    await press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    assert.equal(await list.getByText('Clear filters').count(), 0);
    const terms = await list.getByRole('term').allInnerTexts();
    assert.equal(new Set(terms).size, terms.length);
    for (const term of ['Today', 'This week', 'Earlier days', 'Add a filter']) assert.ok(terms.includes(term), term);
    await list.getByText('When the chart has the focus, arrows move along it').waitFor();
    await assertAccessible(page);
    await press('w');
    await press('Escape');
    assert.match(page.url(), /\?period=last_7_days$/);

    await page.getByRole('button', { name: '/docs: show only this' }).click();
    await page.waitForURL(/filter=/);
    await press('x');
    await page.waitForURL(/\?period=last_7_days$/);

    await press('?');
    await page.getByLabel('Use these keys in this browser').uncheck();
    await press('Escape');
    await press('w');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel('Use these keys in this browser').check();
    await press('Escape');
    assert.match(page.url(), /\?period=last_7_days$/);

    await press('/');
    const search = page.getByRole('combobox', { name: 'Search websites' });
    await page.getByRole('option', { name: 'site.example' }).waitFor();
    assert.deepEqual(await page.locator('.switcher').getByRole('option').allInnerTexts(), [
      'another.example',
      'site.example',
    ]);
    await search.fill('Site');
    await page.getByRole('option', { name: 'another.example' }).waitFor({ state: 'detached' });
    await search.fill('none');
    await page.getByText('No domain contains “none”.').waitFor();
    await search.fill('');
    await press('ArrowDown');
    await page.getByRole('option', { name: 'site.example', selected: true }).waitFor();
    await assertAccessible(page);
    await press('Escape');
    await page.getByRole('button', { name: 'Favourite', pressed: false }).click();
    await press('/');
    await page.getByRole('option', { name: 'site.example', selected: true }).waitFor();
    assert.deepEqual(await page.locator('.switcher').getByRole('option').allInnerTexts(), [
      'site.example',
      'another.example',
    ]);
    await press('ArrowUp');
    await press('Enter');
    await page.waitForURL(/another\.example\?period=last_7_days$/);
    await page.getByText('Waiting for the first hit').waitFor();

    await page.goto('/site.example?view=page');
    await page.getByRole('button', { name: 'Favourite', pressed: true }).waitFor();
    await page.locator('.detail table.wide').waitFor();
    await press('/');
    assert.match(await focused(), /aria-label="Search Pages"/);
    await press('Escape');
    await page.getByRole('link', { name: 'CSV', exact: true }).focus();
    await press('Escape');
    await page.waitForURL(/site\.example$/);
    await close();
  });
});
