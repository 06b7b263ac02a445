import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { movesOf, noteMoves } from '../support/moves.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the pages of an account', openPlace => {
  let dashboard: Dashboard;
  let website: string;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    for (let at = 0; at < 12; at++) website = await dashboard.create({ domain: `site-${at}.example` });
  });
  afterAll(() => dashboard.close());

  for (const width of [1440, 390])
    it(`never move by themselves while they are drawn, however slow the answers: ${width}`, async () => {
      const { page } = await dashboard.open('/login', OWNER, { viewport: { width, height: 2_400 }, locale: 'en-GB' });
      await noteMoves(page);
      await answerLate(page);
      const settings = `/websites/${website}/settings`;
      for (const path of [
        '/websites',
        settings,
        `${settings}#audit`,
        '/account',
        '/websites/new',
        `/websites/${website}/imports`,
        `/websites/${website}/forget`,
      ]) {
        await page.goto('about:blank');
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.locator('.foot').waitFor();
        assert.deepEqual(await movesOf(page), [], path);
      }
      await page.context().close();
    });

  it('stay still where a part of a statistics page is embedded alone', async () => {
    const { page } = await dashboard.open('/login', null, { viewport: { width: 1000, height: 1_200 } });
    await noteMoves(page);
    await answerLate(page, 600);
    for (const part of ['overview', 'pages', 'goals', 'paths']) {
      await page.goto(`/site.example?embed=1&period=all&sections=${part}`);
      await page.locator('.foot').waitFor();
      assert.deepEqual(await movesOf(page), [], part);
    }
    await page.context().close();
  });
});

/** Lets each answer come after something was painted. */
function answerLate(page: Page, milliseconds = 150): Promise<unknown> {
  return page.route('**/graphql**', async route => {
    await new Promise(resolve => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}
