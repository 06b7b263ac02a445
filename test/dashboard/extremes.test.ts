import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { LONGEST_HOST, startExtremes } from '../support/extremes.ts';

const WIDTHS = [1440, 768, 390];
const ADDRESS = '/extremes.example?period=last_30_days&compare=none';

onOneDatabase.skipIf(skipWithoutBrowser)('pages with much of everything', openPlace => {
  let dashboard: Awaited<ReturnType<typeof startExtremes>>;
  beforeAll(async () => {
    dashboard = await startExtremes(openPlace);
  });
  afterAll(() => dashboard.close());

  it('fit their window, and what is cut can be read in full', async () => {
    const { page, close } = await dashboard.open('/websites', OWNER);
    await page.getByText('504 websites').waitFor();
    await assertFitsAnywhere(page, 'list');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('26–50 of').waitFor();
    const order = page.getByLabel('Sort by');
    await order.selectOption('Visitors');
    await page.reload();
    await order.and(page.locator(':has([value=VISITORS]:checked)')).waitFor();
    assert.match(page.url(), /[?]sort=visitors$/);
    await order.selectOption('Domain');
    await page.waitForURL(/\/websites$/);

    await page.goto(ADDRESS);
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByRole('table', { name: 'Steps of the funnel' }).waitFor();
    await page.locator('.flow').waitFor();
    // The parts of a path keep their order, whichever way they are read.
    await page.locator('.flow bdi[dir=ltr]', { hasText: 'עברית' }).first().waitFor();
    await assertFitsAnywhere(page, 'statistics');
    await assertAccessible(page);
    await page
      .getByRole('button', { name: /^Edit the goal/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /^Delete / });
    assert.equal(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
    await page.keyboard.press('Escape');
    // The question leaves before the form is back.
    await page.getByRole('dialog', { name: 'Edit the goal' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByRole('option', { name: 'website-number-500.example' }).waitFor();
    await assertFitsAnywhere(page, 'switcher');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Delete the annotation/ }).click();
    const dialog = page.getByRole('dialog');
    assert.ok(
      await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      'The question fits.',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('combobox', { name: 'Value' }).click();
    await page.locator('.options bdi[dir=ltr]', { hasText: 'עברית' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.locator('.segments .choices button').first().waitFor();
    await assertFitsAnywhere(page, 'segments');
    await page.locator('.segments .choices button').first().click();
    await page.locator('.chip').waitFor();
    await assertFitsAnywhere(page, 'filtered');

    await page.goto(`${ADDRESS}&view=page`);
    await page.getByText(/^1–50 of 20,00\d$/).waitFor();
    await assertFitsAnywhere(page, 'detail');
    await assertAccessible(page);
    await assertNamesStay(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^51–100 of 20,00\d$/).waitFor();
    await page.getByRole('searchbox', { name: 'Search Pages' }).fill('articles/19999');
    await page.getByRole('button', { name: '/articles/19999: show only this' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);

    await page.goto(`/websites/${dashboard.id}/settings`);
    await page.locator('#danger').waitFor();
    await assertFitsAnywhere(page, 'settings');
    await page.goto(`/${LONGEST_HOST}`);
    await page.locator('.setup pre').first().waitFor();
    await assertFitsAnywhere(page, 'setup');
    await close();
  });
});

/** Fails if the page scrolls sideways at some width, or if a text is cut whose whole is nowhere. */
async function assertFitsAnywhere(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await assertFits(page, `${what} at ${width} pixels`);
    const folder = process.env.PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${what}-${width}.png`, fullPage: true });
    assert.deepEqual(await page.evaluate(cutTexts), [], `${what} cuts texts at ${width} pixels.`);
    assert.deepEqual(await page.evaluate(spiltTexts), [], `${what} has texts beside their boxes at ${width} pixels.`);
  }
}

/** Fails unless the names of a list on a phone, with the bars, stay in sight while it is scrolled sideways. */
async function assertNamesStay(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 900 });
  const box = page.locator('.detail .scroll');
  const left = await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  assert.ok(left > 0, 'The list is wider than its box.');
  await box.evaluate(element => element.scrollTo(9999, 0));
  const [within, name] = [await box.boundingBox(), await page.locator('.detail tbody th').first().boundingBox()];
  assert.equal(name?.x, within?.x);
  assert.match(
    await page
      .locator('.detail tbody th')
      .first()
      .evaluate(cell => getComputedStyle(cell).backgroundImage),
    /gradient/,
  );
}

/** Runs in the page. */
function spiltTexts(): string[] {
  const isSpilt = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 &&
    getComputedStyle(element).overflowX === 'visible' &&
    getComputedStyle(element).display !== 'inline' &&
    element.checkVisibility() &&
    !element.closest('.hidden, svg');
  return [...document.body.querySelectorAll('p, li, dd, dt, h1, h2, label')]
    .filter(isSpilt)
    .map(one => one.outerHTML.slice(0, 160));
}

/** Runs in the page. */
function cutTexts(): string[] {
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 &&
    /hidden|clip/.test(getComputedStyle(element).overflowX) &&
    element.checkVisibility() &&
    !element.closest('.hidden, [title], svg') &&
    (element.textContent ?? '').trim() !== '';
  const cut = [...document.body.querySelectorAll('*')].filter(isCut);
  return [...new Set(cut.map(one => one.outerHTML.slice(0, 160)))];
}
