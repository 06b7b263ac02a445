import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
/** Yesterday at 14:25, so that its day is running. */
const NOW = Date.now() - (Date.now() % DAY) - DAY + 14.4 * 3_600_000;

onOneDatabase.skipIf(skipWithoutBrowser)('the tiles of a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, {}, () => NOW);
    await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC', timezone: 'UTC' });
    await dashboard.count(
      [...Array(40).fill(0), ...Array(250).fill(7), 8, 9, 20].flatMap((daysAgo, at) => {
        const hit = { page: 'https://site.example/', ip: `9.9.${at >> 8}.${at & 255}`, user_agent: DESKTOP };
        const start = NOW - daysAgo * DAY - (at % 2 === 0 ? 40 : 100) * 60_000;
        return [0, 143_000].map(later => ({ ...hit, time: new Date(start + later).toISOString() }));
      }),
    );
  });
  afterAll(() => dashboard.close());

  it('hold what a running day is compared with, at every width of a phone', async () => {
    for (const locale of ['en-GB', 'de', 'fr', 'es']) {
      const { page } = await dashboard.open('/login', null, { locale, viewport: { width: 480, height: 900 } });
      await page.clock.setFixedTime(NOW);
      await page.goto('/site.example?period=today');
      await page.locator('.why').first().waitFor();
      assert.deepEqual(await page.evaluate(textsBesideTiles), [], locale);
      await page.context().close();
    }
  });
});

/** Runs in the page. Returns the comparisons that lie on the border of their tile, or beyond it, at some width. */
function textsBesideTiles(): string[] {
  const tiles = document.querySelector<HTMLElement>('.tiles');
  const beside: string[] = [];
  for (let width = 270; tiles && width <= 440; width++) {
    tiles.style.width = `${width}px`;
    for (const tile of tiles.children) {
      const { right, bottom } = tile.getBoundingClientRect();
      for (const text of tile.querySelectorAll('.why, .before, .change')) {
        const box = text.getBoundingClientRect();
        if (box.right > right || box.bottom > bottom) beside.push(`${text.textContent} in ${width} pixels`);
      }
    }
  }
  return beside;
}
