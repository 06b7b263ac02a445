import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import { readCatalogue } from '../../src/messages/catalogues.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertFits, type Dashboard, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

const message = (code: Language, file: 'common' | 'filters' | 'manage', key: string) =>
  readCatalogue(code, file)[key] ?? assert.fail(`${code} lacks ${key}`);

/** Path -> what is there once the page is complete. */
const PAGES = {
  '/site.example?period=all': '.panel-events table',
  '/site.example?period=all&view=country': '.detail table',
  '/websites': '.websites, .cards, main li',
  '/websites/1/imports': '.tools-known',
  '/websites/1/settings': '#danger',
} as const;

onOneDatabase.skipIf(skipWithoutBrowser)('the pages in the languages of their readers', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    const goals = ['/docs', '/pricing'].map(pattern => ({ name: `Reached ${pattern}`, kind: 'PAGE', pattern }));
    for (const input of [...goals, { name: 'Purchase', kind: 'EVENT', pattern: 'Purchase' }])
      await dashboard.gateway.graphql('mutation($input: GoalInput!) { createGoal(website: 1, input: $input) { id } }', {
        input,
      });
  });
  afterAll(() => dashboard.close());

  it('are in the language of the browser, fit a phone and a desktop at 400 %, and have all their messages', async () => {
    for (const { code } of LANGUAGES) {
      const { page, faults } = await dashboard.open('/websites', OWNER, { locale: code });
      for (const [path, last] of Object.entries(PAGES)) {
        await page.goto(path);
        await page.locator(last).first().waitFor();
        assert.equal(await page.locator('html').getAttribute('lang'), code, path);
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 800 });
          await assertFits(page, `${path} in ${code} at ${width} pixels`);
        }
        const unmarked = page.locator('a[href^="/docs"]:not([hreflang=en])');
        assert.equal(await unmarked.count(), 0, `${path} says that the documentation is in English`);
        const text = await page.locator('body').evaluate((body: HTMLElement) => {
          for (const code of body.querySelectorAll('pre, code')) code.remove();
          return body.innerText;
        });
        assert.doesNotMatch(text, /\{\w+[,}]|<\/?\w+>|undefined|\[object/, `${path} in ${code}`);
      }
      await page.getByRole('heading', { name: message(code, 'manage', 'shares.title') }).waitFor();
      assert.deepEqual(faults, [], code);
      await page.context().close();
    }
  });

  it('have hours above the heat map that do not touch each other on a phone', async () => {
    for (const locale of ['en-US', 'de', 'ja']) {
      const look = { locale, viewport: { width: 320, height: 800 } };
      const { page } = await dashboard.open('/site.example?period=all', null, look);
      await page.locator('.foot').scrollIntoViewIfNeeded();
      await page.locator('.heat').waitFor();
      const hours = await page.locator('.heat thead span:not(.hidden)').evaluateAll(all =>
        all.map(one => {
          const text = document.createRange();
          text.selectNodeContents(one);
          const { left, right } = text.getBoundingClientRect();
          return { left, right };
        }),
      );
      assert.equal(hours.length, 4);
      for (const [at, { left }] of hours.entries())
        assert.ok(at === 0 || left - (hours[at - 1]?.right ?? 0) > 5, `${locale}: hour ${at}`);
      await page.context().close();
    }
  });

  it('are in the language chosen in the footer, with its numbers, names of countries and weeks, until another is chosen', async () => {
    const { page, close } = await dashboard.open('/site.example?period=all', null, { locale: 'en-US' });
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page
      .getByText(message('de', 'common', 'label.direct'), { exact: true })
      .first()
      .waitFor();
    await page.locator('html[lang=de]').waitFor();
    await page.getByText('Vereinigte Staaten', { exact: true }).first().waitFor();
    assert.match(await page.locator('[data-metric=bounceRate]').innerText(), /^\d+(,\d)?\s%$/);
    await page.reload();
    await page.locator('html[lang=de]').waitFor();

    // Values are found by the words that readers see; the key works once the page is drawn.
    await page.locator('[data-metric=visitors]').waitFor();
    await page.keyboard.press('f');
    const form = page.locator('.filter-form');
    await form.getByLabel(message('de', 'filters', 'filters.by')).selectOption({ label: 'Land' });
    await form.getByRole('option', { name: 'Australien' }).waitFor();
    await form.getByRole('combobox', { expanded: true }).fill('vereinigte');
    await form.getByRole('option', { name: 'Australien' }).waitFor({ state: 'detached' });
    await form.getByRole('option', { name: 'Vereinigte Staaten' }).click();
    await form.getByRole('button', { name: message('de', 'common', 'common.apply') }).click();
    await page.waitForURL(/filter=country:is:US:United(%20|\+)States/);
    await page.getByRole('combobox', { name: message('de', 'common', 'common.language') }).selectOption('English');
    await page.locator('html[lang=en]').waitFor();
    await page.getByText('United States', { exact: true }).first().waitFor();
    await close();
  });
});
