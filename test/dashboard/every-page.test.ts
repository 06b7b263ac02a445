import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

/** Path -> a selector that matches once the page is complete; test/pages/docs.test.ts has the others. */
const STRANGERS = {
  '/login': 'form',
  '/nowhere.example': 'a.button',
  '/locked.example': 'form',
  '/unsubscribe/nobody': 'h1',
  '/site.example': '.panel-events table',
  '/site.example?view=page': '.detail table',
  '/empty.example': '.setup',
};
const OWNERS = {
  '/logout': 'form',
  '/websites': 'text=3 visitors',
  '/websites/new': '.settings form',
  '/websites/1/settings': '#danger',
  '/websites/4/settings': '#danger',
  '/websites/1/forget': '#forgotten',
  '/account': 'text=deleted websites',
  '/site.example': '.panel-events table',
  '/site.example?view=country&filter=page:is:/docs': '.detail table',
  '/empty.example': '.setup pre',
};
const LOOKS = {
  'on a desk': { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  'on a phone in dark mode': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const;

onOneDatabase.skipIf(skipWithoutBrowser)('every page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    await dashboard.create({ domain: 'empty.example', privacy: 'PUBLIC' });
    await dashboard.create({ domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' });
    await dashboard.create({ domain: 'a-rather-long-name-for-a-website.example' });
  });
  afterAll(() => dashboard.close());

  for (const [name, look] of Object.entries(LOOKS)) {
    for (const [who, paths] of [
      [null, STRANGERS],
      [OWNER, OWNERS],
    ] as const) {
      it(`is accessible and fits its window, ${name}, as seen by ${who ? 'its owner' : 'a stranger'}`, async () => {
        const { page, faults } = await dashboard.open('/login', who, look);
        for (const [path, last] of Object.entries(paths)) {
          await page.goto(path);
          await page.locator(last).first().waitFor();
          await page.waitForFunction(() => !document.querySelector('.loading, .skeleton, [aria-busy=true]'));
          await assertAccessible(page);
          await assertFits(page, path);
          assert.deepEqual(await page.evaluate(strayShadows), [], path);
        }
        assert.deepEqual(
          faults.filter(fault => !/ 404 /.test(fault)),
          [],
        );
        await page.context().close();
      });
    }
  }

  it('opens panels inside a narrow window, closes them on Escape, and restores the focus', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER, LOOKS['on a phone in dark mode']);
    await page.getByText('/pricing').first().waitFor();
    for (const name of ['Add a filter', 'Segments', /^Range: /, 'Annotate a day']) {
      const button = page.getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      // The panel is in place once it has been drawn.
      await page.locator('.panel-over').evaluate(() => new Promise(requestAnimationFrame));
      const box = await page.locator('.panel-over').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360, `${name}: ${JSON.stringify(box)}`);
      await assertAccessible(page);
      await page.keyboard.press('Escape');
      await page.locator('.panel-over').waitFor({ state: 'detached' });
      assert.ok(await button.evaluate(element => element === document.activeElement), `${name} has the focus again`);
    }
    await close();
  });
});

/** Returns the boxes that scroll whose shadow would not be covered at the end, because another colour is behind them. */
function strayShadows(): (string | null)[] {
  return [...document.querySelectorAll('.scroll')].flatMap(box => {
    let behind: Element = box;
    while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)' && behind.parentElement)
      behind = behind.parentElement;
    const cover = `linear-gradient(to left, ${getComputedStyle(behind).backgroundColor} 40%`;
    return getComputedStyle(box).backgroundImage.startsWith(cover) ? [] : [box.getAttribute('aria-label')];
  });
}
