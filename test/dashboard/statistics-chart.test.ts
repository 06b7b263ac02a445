import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the chart of a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('shows pages per visit, also to readers who open the link', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Pages per visit' }).click();
    await page.waitForURL(/\?metric=pagespervisit$/);
    await page.reload();
    const tile = page.getByRole('button', { name: 'Pages per visit' });
    assert.equal(await tile.getAttribute('aria-pressed'), 'true');
    await page.getByRole('slider', { name: 'Pages per visit over time' }).waitFor();
    await page.locator('.chart-picture').hover({ position: { x: 54, y: 100 } });
    await page.locator('.tip-now').getByText('No visits').waitFor();
    const slider = page.getByRole('slider', { name: 'Pages per visit over time' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => /: no visits/.test(document.querySelector('.chart-slider')?.ariaValueText ?? ''));
    await close();
  });

  it('tells the change of a rate only beside a point that has the rate, too', async () => {
    const now = Date.now();
    const day = (before: number) => new Date(now - before * 86_400_000).toISOString().slice(0, 10);
    const hit = (before: number, visitor: number, page = '/') => ({
      page: `https://rates.example${page}`,
      time: `${day(before)}T12:00:00Z`,
      ip: `203.0.113.${visitor}`,
      user_agent: DESKTOP,
    });
    await dashboard.create({ domain: 'rates.example', privacy: 'PUBLIC' });
    // Seven days ago, nobody came; six days ago, one of two visitors bounced.
    await dashboard.count([hit(20, 1), hit(6, 1), hit(6, 2), hit(6, 2, '/docs'), hit(3, 1), hit(2, 1)]);
    const { page, close } = await dashboard.open(
      `/rates.example?from=${day(4)}&to=${day(1)}&compare=exact&metric=bouncerate`,
    );
    const slider = page.getByRole('slider', { name: 'Bounce rate over time' });
    const tip = page.locator('.tip');
    await slider.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await tip.getByText('100% bounce rate').waitFor();
    assert.equal(await tip.locator('.change, .tip-before').count(), 0);
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /: 100% bounce rate$/);
    await page.keyboard.press('ArrowRight');
    await tip.locator('.tip-before').getByText('50%').waitFor();
    assert.equal((await tip.locator('.change').innerText()).replace(/\s+/g, ' '), 'up 50 points');
    await close();
  });

  it('marks a week that the range cuts as partial', async () => {
    const { page, close } = await dashboard.open('/site.example?from=2026-01-01&to=2026-01-14&interval=week');
    await page.getByText('Show as a table').click();
    await page.locator('.numbers tbody th').first().waitFor();
    const names = await page.locator('.numbers tbody th').allInnerTexts();
    // The spaces around the dash are thin.
    const spoken = names.map(text => text.replace(/\s/g, ' '));
    assert.deepEqual(spoken, [
      '1 – 4 Jan 2026 (part of the week)',
      '5 – 11 Jan 2026',
      '12 – 14 Jan 2026 (part of the week)',
    ]);
    await page.locator('.chart-picture').hover({ position: { x: 54, y: 100 } });
    await page.locator('.tip').getByText('1 – 4 Jan 2026 (part of the week)').waitFor();
    assert.match(await page.locator('.chart-picture .label:not(.value-label)').first().innerHTML(), /^1 Jan/);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/site.example?from=${day(0)}&to=${day(1)}&interval=hour`);
    await page.getByText('Show as a table').click();
    await page.locator('.numbers tbody th').first().waitFor();
    assert.equal(await page.getByRole('rowheader', { name: '(so far)' }).count(), 1);
    const { width } = (await page.locator('.chart-picture').boundingBox()) ?? { width: 0 };
    await page.locator('.chart-picture').hover({ position: { x: width - 30, y: 100 } });
    await page.locator('.tip').getByText('Not yet').waitFor();
    await close();
  });

  it('leads to days by click, drag, keys and touch, and takes notes', async () => {
    const { page, close } = await dashboard.open('/site.example?from=2026-01-01&to=2026-03-31&interval=week', OWNER);
    const chart = page.locator('.chart-picture');
    const tip = page.locator('.tip');
    const slider = page.getByRole('slider', { name: 'Visitors over time' });
    const shows = (days: string) => page.waitForURL(url => url.search === days);
    /** Returns a place in the chart, at this share of its width between the axes. */
    const placeAt = async (share: number) => {
      const { x, y, width } = (await chart.boundingBox())!;
      return { x: x + 52 + share * (width - 76), y: y + 100 };
    };
    const press = async (share: number) => {
      const { x, y } = await placeAt(share);
      await page.mouse.click(x, y);
    };

    // The week of 29 December begins before the range.
    await chart.waitFor();
    await press(0);
    await shows('?from=2026-01-01&to=2026-01-04');
    await tip.waitFor({ state: 'detached' });

    // Four days, once they are drawn: the second of them to the third.
    await page.getByText('Visitors, 1 – 4 Jan 2026').waitFor();
    const [from, to] = [await placeAt(1 / 3), await placeAt(2 / 3)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await tip.getByText('Show 2 – 3 Jan 2026').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await tip.waitFor({ state: 'detached' });
    await shows('?from=2026-01-01&to=2026-01-04');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await tip.getByText('Show 2 – 3 Jan 2026').waitFor();
    await page.mouse.up();
    await page.waitForURL(/from=2026-01-02&to=2026-01-03/);

    await page.goto('/site.example?from=2026-01-01&to=2026-01-14');
    await slider.focus();
    await page.keyboard.press('Home');
    await tip.getByText('Thu, 1 Jan 2026').waitFor();
    await page.keyboard.press('ArrowRight');
    await tip.getByText('Fri, 2 Jan 2026').waitFor();
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Fri, 2 Jan 2026: 0 visitors/);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an annotation' });
    assert.equal(await dialog.getByLabel('Day').inputValue(), '2026-01-02');
    await dialog.getByLabel('What happened').fill('Release 2.0');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('list', { name: 'Annotations' }).getByText('Release 2.0').waitFor();
    const { x, y } = await placeAt(1 / 13);
    await page.mouse.move(x, y);
    await tip.getByText('Release 2.0').waitFor();
    await assertAccessible(page);
    await slider.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await shows('?from=2026-01-01&to=2026-01-03');
    await page.getByText('Visitors, 1 – 3 Jan 2026').waitFor();

    // A tap only chooses the day; its button leads there.
    const touched = await page.context().newCDPSession(page);
    const { x: left, y: top } = await placeAt(0.5);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touched.send('Input.dispatchTouchEvent', { type, touchPoints });
    const tap = async (at: { x: number; y: number }) => {
      await touch('touchStart', [at]);
      await touch('touchEnd', []);
    };
    await tap({ x: left, y: top });
    const show = tip.getByRole('button', { name: 'Show this day' });
    const { x: over, y: above, width, height } = (await show.boundingBox()) ?? assert.fail();
    // From the effects that follow its drawing on, the page notices taps beside the chart.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
    await tap({ x: left, y: 1 });
    await show.waitFor({ state: 'detached' });
    // The button comes to be under the finger.
    await tap({ x: over + width / 2, y: above + height / 2 });
    await tap(await placeAt(0));
    await tip.getByText('1 Jan 2026').waitFor();
    // What browsers report of a mouse that rests above the chart.
    await page.mouse.move(x, y);
    await show.click();
    await shows('?from=2026-01-01&to=2026-01-01');
    await touched.detach();
    await close();
  });
});
