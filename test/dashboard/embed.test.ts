import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onSqlite } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onSqlite.skipIf(skipWithoutBrowser)('an embedded page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('is set up under Share, and shows the chosen parts and colours, and nothing that leads elsewhere', async () => {
    const { page, close } = await dashboard.open('/site.example?filter=page:is:/docs', OWNER);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share site.example' });
    await dialog.getByText('Everyone who has the link can see the page.').waitFor();
    await dialog.getByText('No site may embed this page yet.').waitFor();
    const link = dialog.getByRole('region', { name: 'Link' });
    assert.match(await link.innerText(), /^http:\/\/[^/]+\/site\.example\?filter=page:is:\/docs$/);
    await dialog.getByLabel('Colours').selectOption('dark');
    for (const left of ['Sources', 'Places', 'Technology', 'Times', 'Events', 'Goals', 'Funnels and journeys'])
      await dialog.getByLabel(left, { exact: true }).uncheck();
    const code = await dialog.getByRole('region', { name: 'Embed code' }).innerText();
    const [, source = ''] = /src="([^"]+)"/.exec(code) ?? [];
    assert.match(
      source,
      /site\.example\?embed=1&amp;theme=dark&amp;sections=overview,pages&amp;filter=page:is:\/docs$/,
    );
    const preview = page.frameLocator('.preview');
    await preview.locator('.panel-pages').getByText('/docs').first().waitFor();
    await assertAccessible(page);

    await page.goto(source.replaceAll('&amp;', '&'));
    await page.locator('.panel-pages').getByText('/docs').first().waitFor();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await page.locator('.panel').count(), 1);
    assert.equal(await page.locator('.brand, .top, .goals, .paths').count(), 0);
    assert.equal(await page.getByRole('button', { name: /Share|Annotate/ }).count(), 0);
    await page.keyboard.press('x');
    await page.waitForURL(/site\.example\?embed=1&theme=dark&sections=overview,pages$/);
    await assertAccessible(page);
    await close();
  });
});
