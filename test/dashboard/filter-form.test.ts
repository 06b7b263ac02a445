import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the form for a filter', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('offers a value for what is unknown, and another for what there is none of', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const options = form.getByRole('option');
    for (const [name, shown, empty] of [
      ['Page', '/docs', []],
      ['Host', 'site.example', []],
      ['Campaign', '(none)', ['(none)']],
      ['Country', 'Unknown', ['Unknown']],
    ] as const) {
      await form.getByLabel('Filter by').selectOption(name);
      await options.getByText(shown, { exact: true }).waitFor();
      const texts = await options.locator('bdi').allInnerTexts();
      assert.deepEqual(
        texts.filter(text => /^Unknown$|none/.test(text)),
        empty,
        name,
      );
    }
    await close();
  });

  it('gets no keys of the page while values are clicked, and then has the focus in the field for values', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.locator('.foot').waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const form = page.locator('.filter-form');
    const option = form.getByRole('option', { name: '/docs 1' });
    await option.waitFor();
    for (const key of ['e', 'd', 'm']) await page.keyboard.press(key);
    await option.click();
    await page.keyboard.type('em');
    const field = form.getByRole('combobox', { name: 'Values' });
    await page.waitForFunction(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.value === 'em',
    );
    assert.equal(await field.inputValue(), 'em');
    assert.equal(new URL(page.url()).search, '');
    // The menu of ranges shows keys, which work there.
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.keyboard.press('d');
    await page.waitForURL(/\?period=today$/);
    await page.keyboard.press('x');
    await close();
  });
});
