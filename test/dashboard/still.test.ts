import assert from 'node:assert/strict';
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
      // Each answer comes after something was painted.
      await page.route('**/graphql**', async route => {
        await new Promise(resolve => setTimeout(resolve, 150));
        await route.continue();
      });
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
});
