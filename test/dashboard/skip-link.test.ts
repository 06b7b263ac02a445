import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the first link of a page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('leads past the header, and is seen while it has the focus', async () => {
    const { page, close } = await dashboard.open('/login', OWNER);
    const keys = keyboardOf(page);
    for (const [path, first] of [
      ['/websites', 'Add a website'],
      ['/site.example?period=all', 'site.example, switch website'],
    ] as const) {
      await page.goto(path);
      await page.locator('.foot').waitFor();
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      assert.ok(((await skip.boundingBox())?.x ?? 0) < 0);
      await keys.press('Tab');
      await keys.at('Skip to the content');
      assert.ok(((await skip.boundingBox())?.x ?? -1) >= 0);
      await assertAccessible(page);
      await keys.press('Enter', 'Tab');
      await keys.at(new RegExp(`^${first}`));
    }
    await close();
  });
});
