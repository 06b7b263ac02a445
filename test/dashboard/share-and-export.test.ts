import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the statistics page elsewhere', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('is exported as a zip, and its chart as pictures', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.locator('.chart-picture').waitFor();
    const saved = async (name: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('list', { name: 'Files' }).getByText(name).click();
      const file = await download;
      return { name: file.suggestedFilename(), content: await buffer(await file.createReadStream()) };
    };
    const zip = await saved('Everything as CSV (zip)');
    assert.match(zip.name, /^site\.example-[\d-]{21}\.zip$/);
    assert.ok(zip.content.includes('landing_page.csv'));
    const png = await saved('Chart as PNG');
    assert.equal(png.content.subarray(1, 4).toString(), 'PNG');
    const width = await page.locator('.chart-picture').evaluate(chart => chart.getBoundingClientRect().width);
    assert.equal(png.content.readUInt32BE(16), 2 * width);
    const svg = await saved('Chart as SVG');
    assert.match(svg.content.toString(), /^<svg [\s\S]+>Visitors of site\.example, [\s\S]+<\/svg>$/);
    await close();
  });

  it('is embedded as set up under Share, and shows the chosen parts and colours, and nothing that leads elsewhere', async () => {
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

  it('opens the links of an embedded page in a tab of their own, as other pages refuse to be embedded', async () => {
    const { page, close } = await dashboard.open('/site.example?embed=1');
    await page.locator('.foot').scrollIntoViewIfNeeded();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'what we cannot know' }).click();
    const told = await opened;
    await told.waitForURL(/\/docs\/privacy$/);
    await told.close();
    await page.waitForURL(/\/site\.example\?embed=1$/);
    await close();
  });

  it('leaves the focus where the reader moved it while a dialog was closing', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    // The browser gives the focus back at once; the page hears of the closing only after the next key.
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      document.querySelector<HTMLElement>('.popover button[aria-label=Export]')?.focus();
    });
    // A closed one has no role any more; the page removes it once it has heard.
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Export');
    await close();
  });

  it('leaves panels and focus as the reader left them when an answer arrives later', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    await page.getByRole('button', { name: '/pricing: show only this' }).click();
    const segments = page.getByRole('button', { name: 'Segments' });
    const field = page.getByLabel('Save as segment');
    for (const isReopened of [false, true]) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/graphql', async route => {
        await released;
        await route.fallback();
      });
      await segments.click();
      await field.fill(isReopened ? 'Second' : 'First');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      // What opens another panel leaves this one.
      await page.getByRole('button', { name: 'Export' }).click();
      await field.waitFor({ state: 'detached' });
      if (isReopened) await segments.click();
      const panel = isReopened ? field : page.getByRole('link', { name: /CSV/ }).first();
      await panel.waitFor();
      // Once the page has heard that it is saved, it reads its numbers again.
      const reread = page.waitForRequest(asked => asked.url().includes('%22sources%22'));
      release();
      await reread;
      await page.unrouteAll();
      if (isReopened) await page.getByRole('button', { name: 'Second', exact: true }).waitFor();
      assert.ok(await panel.isVisible());
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        isReopened ? 'Segments' : 'Export',
      );
    }
    await close();
  });
});
