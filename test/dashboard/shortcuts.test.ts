import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onSqlite } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onSqlite.skipIf(skipWithoutBrowser)('keyboard shortcuts', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('change what the page shows, never while someone types, and are listed by ?', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    const press = (key: string) => page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML ?? '');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();

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

    await press('f');
    assert.match(await focused(), /^<(input|select)/);
    await press('w');
    await press('Escape');
    assert.match(page.url(), /\?period=this_month$/);
    await press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    assert.equal(await list.getByText('Clear filters').count(), 0);
    const terms = await list.getByRole('term').allInnerTexts();
    assert.equal(new Set(terms).size, terms.length);
    for (const term of ['Today', 'This week', 'Earlier days', 'Add a filter']) assert.ok(terms.includes(term), term);
    await assertAccessible(page);
    await press('w');
    await press('Escape');
    assert.match(page.url(), /\?period=this_month$/);

    await page.getByRole('button', { name: '/docs: show only this' }).click();
    await page.waitForURL(/filter=/);
    await press('x');
    await page.waitForURL(/\?period=this_month$/);

    await press('?');
    await page.getByLabel('Use these keys in this browser').uncheck();
    await press('Escape');
    await press('w');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByLabel('Use these keys in this browser').check();
    await press('Escape');
    assert.match(page.url(), /\?period=this_month$/);

    await page.goto('/site.example?view=page');
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
