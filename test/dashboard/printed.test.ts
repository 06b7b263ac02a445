import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
/** Longer than any line. */
const LONG = `/${'unbroken'.repeat(30)}`;

/** The pages of one visit, and of one that leaves the funnel after its first step; at noon, since midnight parts visits. */
const WAYS = [
  ['/', '/products/of-the-season', '/cart', '/checkout/address', '/checkout/payment', '/thanks'],
  ['/', '/products/of-the-season', '/help/delivery-and-returns', '/about', '/contact', LONG],
];

onOneDatabase.skipIf(skipWithoutBrowser)('the statistics page on paper', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    const website = await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC' });
    const start = Math.floor(Date.now() / DAY) * DAY - 1.5 * DAY;
    const hits = WAYS.flatMap((pages, visit) =>
      pages.map((path, at) => ({
        page: `https://site.example${path}`,
        ip: `9.9.9.${visit + 1}`,
        user_agent: DESKTOP,
        time: new Date(start + at * 60_000).toISOString(),
      })),
    );
    await dashboard.count(hits);
    const steps = ['/', '/cart', '/checkout/payment', '/thanks'].map(pattern => ({ kind: 'PAGE', pattern }));
    await dashboard.gateway.graphql(
      'mutation($website: ID!, $input: FunnelInput!) { createFunnel(website: $website, input: $input) { id } }',
      { website, input: { name: 'Checkout', steps } },
    );
  });
  afterAll(() => dashboard.close());

  it('has every name in full, and lists in full on A4', async () => {
    const viewport = { width: 718, height: 1000 };
    const path = '/site.example?period=all';
    const { page, close } = await dashboard.open(path, OWNER, { viewport });
    for (const view of ['', '&view=page', '&view=source']) {
      await page.goto(path + view);
      await page.locator('.list th[scope=row]').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.skeleton, [aria-busy=true]'));
      await page.emulateMedia({ media: 'print' });
      const cut = await page.evaluate(() => ({
        names: [...document.querySelectorAll('.list .cut')]
          .filter(name => name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).overflowX !== 'visible')
          .map(({ textContent }) => textContent),
        wide: [...document.querySelectorAll('.list')].filter(list => list.getBoundingClientRect().right > innerWidth)
          .length,
      }));
      assert.deepEqual(cut, { names: [], wide: 0 }, view);
      for (const hidden of ['.search', '.exports', '.detail header a'])
        assert.equal(await page.locator(`main ${hidden}:visible`).count(), 0, `${hidden} ${view}`);
      await page.emulateMedia({ media: null });
    }
    await close();
  });

  for (const [language, who] of [
    ['en', OWNER],
    ['de', null],
  ] as const)
    it(`has every column of funnels and journeys on A4, and nothing that only a screen can use, in ${language}`, async () => {
      const viewport = { width: 718, height: 1000 };
      const { page, close } = await dashboard.open(`/site.example?period=all&lang=${language}`, who, { viewport });
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.locator('.paths .panel').first().scrollIntoViewIfNeeded();
      await page.locator('.flow-node').first().waitFor();
      await page.locator('td.went').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      const clipped = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(box => {
            const { right, width } = box.getBoundingClientRect();
            const isCut = getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
            return (
              width > 1 && (right > innerWidth + 0.5 || isCut) && !box.closest('.hidden, .flow .cut, .funnel-step')
            );
          })
          .map(box => `${box.tagName} ${box.className} ${box.textContent?.slice(0, 30)}`),
      );
      assert.deepEqual(clipped, []);
      assert.equal(await page.locator('.flow-node:visible').count(), 8);
      for (const hidden of ['summary', '.flow-node .quiet', '.flow-frame > .hint', 'main select'])
        assert.deepEqual(await page.locator(`${hidden}:visible`).evaluateAll(all => all.map(one => one.outerHTML)), []);
      await page.emulateMedia({ media: null });
      await close();
    });
});
