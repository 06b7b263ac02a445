import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { movesOf, noteMoves } from '../support/moves.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the live view', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  for (const width of [1440, 390])
    it(`never moves by itself, however slow the answers: ${width}`, async () => {
      const { page } = await dashboard.open('/login', null, { viewport: { width, height: 900 } });
      await noteMoves(page);
      await page.route('**/graphql**', async route => {
        await new Promise(resolve => setTimeout(resolve, 150));
        await route.continue();
      });
      await page.goto('/site.example?view=live');
      await page.locator('.live-sums').waitFor();
      await page.locator('.foot').waitFor();
      assert.deepEqual(await movesOf(page), []);
      await page.context().close();
    });

  it('shows what happens as it happens, by counts, and leads to the statistics of today', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('link', { name: /now, visitors in the last five minutes$/ }).waitFor();
    await page.keyboard.press('l');
    await page.waitForURL(/\?view=live$/);
    const sums = page.locator('.live-sums dd');
    await sums.first().getByText('0', { exact: true }).waitFor();
    assert.equal(await page.locator('.minute-bar').count(), 30);
    const events = page.getByRole('region', { name: 'Events, last 30 minutes' });
    await events.getByText('None yet.').waitFor();

    const hit = { ip: '8.8.4.4', user_agent: DESKTOP, referrer: 'https://news.ycombinator.com/' };
    await dashboard.count([
      { ...hit, page: 'https://site.example/launch' },
      { ...hit, page: 'https://site.example/launch', event: { name: 'Signup' } },
    ]);
    await events.getByRole('button', { name: /^Signup.*1$/ }).waitFor();
    await page
      .getByRole('region', { name: /^Pages/ })
      .getByRole('button', { name: /^\/launch.*1$/ })
      .waitFor();
    const sources = page.getByRole('region', { name: 'Sources, last 30 minutes' });
    await sources.getByRole('button', { name: /^Hacker News.*1$/ }).waitFor();
    // It is decoration: the name of the button, above, begins with the source.
    await sources.locator('button [data-glyph=share] path').waitFor();
    await page.getByText('Show as a table').click();
    await page.locator('.numbers td').first().waitFor();
    const sumOf = async (column: number) =>
      (await page.locator(`.numbers td:nth-of-type(${column})`).allInnerTexts()).reduce(
        (sum, text) => sum + Number(text),
        0,
      );
    assert.deepEqual([await sumOf(2), await sumOf(3)], [1, 1]);
    await assertAccessible(page);

    await page.keyboard.press('Escape');
    await page.waitForURL(/site\.example$/);
    await page.goBack();
    await sources.getByRole('button', { name: /^Hacker News/ }).click();
    await page.waitForURL(url => /period=today/.test(url.search) && /filter=source/.test(url.search));
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '1');
    await close();
  });
});
