import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
/** Noon, so that no day ends while the test runs. */
const NOW = Date.now() - (Date.now() % DAY) - DAY / 2;
const BATCH = 1_000;

const dayBefore = (days: number) => new Date(NOW - days * DAY).toISOString();

onOneDatabase.skipIf(skipWithoutBrowser)('the numbers of a statistics page', openPlace => {
  let dashboard: Dashboard;
  let visitor = 0;

  /** Returns hits of so many visitors, each of whom sees one page. */
  const visits = (count: number, days: number, source: string) =>
    Array.from({ length: count }, () => {
      visitor++;
      const ip = `11.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
      const page = 'https://site.example/';
      return { page, ip, time: dayBefore(days), user_agent: DESKTOP, referrer: `https://${source}.example/` };
    });

  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, {}, () => NOW);
    const reader = { ip: '12.0.0.1', user_agent: DESKTOP, time: dayBefore(20) };
    const views = Array.from({ length: 10_400 }, (_, at) => {
      const path = at === 0 ? 'rare' : at < 700 ? 'some' : 'most';
      return { ...reader, page: `https://site.example/${path}` };
    });
    await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC', timezone: 'UTC' });
    await dashboard.create({ domain: 'young.example', privacy: 'PUBLIC', timezone: 'UTC' });
    const hits = [
      ...views,
      ...[...visits(150, 10, 'steady'), ...visits(10, 10, 'rising'), ...visits(40, 10, 'falling')],
      ...[...visits(155, 3, 'steady'), ...visits(40, 3, 'rising'), ...visits(10, 3, 'falling')],
      ...visits(1, 0, 'young').map(hit => ({ ...hit, page: 'https://young.example/' })),
    ];
    for (let from = 0; from < hits.length; from += BATCH) await dashboard.count(hits.slice(from, from + BATCH));
  });
  afterAll(() => dashboard.close());

  async function open(path: string) {
    const { page, close } = await dashboard.open('/login');
    await page.clock.setFixedTime(NOW);
    await page.goto(path);
    await page.locator('.chart-picture').waitFor();
    return {
      page,
      close,
      tile: (metric: string) => page.locator('.tiles li', { has: page.locator(`[data-metric=${metric}]`) }),
    };
  }

  const spoken = async (of: Locator) => (await of.innerText()).replace(/\s+/g, ' ').trim();
  const colourOf = (of: Locator) => of.evaluate(element => getComputedStyle(element).color);

  it('have a colour only beyond noise, and compare with the same weekdays unless the reader chooses other days', async () => {
    const { page, close, tile } = await open('/site.example?period=last_7_days&sources=source');
    // As many days before, which are whole weeks.
    assert.equal(await spoken(tile('visitors')), 'Visitors 205 up 3% from 200 Why?');
    const changeOf = (source: string) => page.locator('.panel-sources tr', { hasText: source }).locator('.change');
    const grey = await colourOf(page.locator('.before').first());
    const colours = await Promise.all(['steady', 'rising', 'falling'].map(source => colourOf(changeOf(source))));
    assert.equal(new Set(colours).size, 3);
    assert.equal(colours[0], grey);
    assert.equal(await colourOf(tile('visitors').locator('.why .change')), grey);

    // Thirty days are compared with thirty days five weeks before; exact, with those right before.
    await page.goto('/site.example?period=last_30_days');
    await page.locator('.legend .is-now').waitFor();
    assert.equal(await page.locator('.legend .compared').count(), 0);
    const first = new Date(Date.parse(dayBefore(14))).toISOString().slice(0, 10);
    await page.goto('/site.example?period=last_7_days');
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.getByLabel('First day', { exact: false }).fill(first);
    await page.waitForURL(url => url.search.includes(first));
    await close();
  });

  it('are compared with nothing before the first hit', async () => {
    const { close, tile } = await open('/site.example?period=last_30_days');
    assert.equal(await spoken(tile('visitors')), 'Visitors 406');
    await close();
  });

  it('write shares finely, and exactly on focus what they shorten', async () => {
    const { page, close, tile } = await open('/site.example?period=last_30_days&compare=none');
    const rows = await Promise.all(
      ['/most', '/some', '/rare'].map(path => spoken(page.locator('.panel-pages tr', { hasText: path }))),
    );
    assert.deepEqual(rows, ['/most 9,700 90%', '/some 699 6.5%', '/rare 1 <0.1%']);
    const exact = await page
      .locator('.panel-pages td.share')
      .evaluateAll(cells => cells.map(cell => cell.getAttribute('title')));
    assert.deepEqual(exact, ['89.8%', '6.47%', '3.75%', '0.00925%']);
    // A search changes no share.
    await page.getByRole('button', { name: 'Search Pages' }).click();
    await page.getByRole('searchbox', { name: 'Search Pages' }).fill('some');
    await page.getByRole('button', { name: '/most: show only this' }).waitFor({ state: 'detached' });
    assert.equal(await spoken(page.locator('.panel-pages tbody tr')), '/some 699 6.5%');
    const pageviews = tile('pageviews');
    assert.equal(await spoken(pageviews), 'Pageviews 10.8k');
    await pageviews.getByRole('button').focus();
    await pageviews.getByRole('tooltip').getByText('10,805', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await pageviews.getByRole('tooltip').waitFor({ state: 'hidden' });
    await pageviews.hover();
    await pageviews.getByRole('tooltip').getByText('10,805', { exact: true }).waitFor();
    await close();
  });

  it('are unknown for rates and durations where there are no visits', async () => {
    const { close, tile } = await open('/site.example?period=last_30_days&compare=exact&filter=page:is:/nowhere');
    for (const [metric, shown] of [
      ['visits', 'Visits 0'],
      ['pagesPerVisit', 'Pages per visit –'],
      ['bounceRate', 'Bounce rate –'],
      ['visitDuration', 'Visit duration –'],
    ] as const)
      assert.equal(await spoken(tile(metric)), shown);
    await close();
  });

  it('are those of today for a website in its first two days', async () => {
    const { page, close, tile } = await open('/young.example');
    await page.waitForURL(/\?period=today$/);
    await tile('visitors').locator('.tile-value').getByText('1', { exact: true }).waitFor();
    await close();
  });

  it('show what is pressed before they draw what was chosen, and lose no press', async () => {
    const { page, close } = await open('/site.example');
    const tabs = page.locator('.panel-pages [role=tablist]');
    const pressed = await tabs.evaluate(async list => {
      // Everything that happens before the browser can draw.
      const undrawn = async () => {
        for (let at = 0; at < 50; at++) await null;
        return [list.querySelector('[aria-selected=true]')?.textContent, location.search];
      };
      list.querySelectorAll('button')[1]?.click();
      const first = await undrawn();
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      return [first, await undrawn()];
    });
    assert.deepEqual(pressed[0], ['Landing pages', '']);
    assert.equal(pressed[1]?.[0], 'Exit pages');
    await page.waitForURL(/pages=exit_page/);
    await page.getByRole('tab', { name: 'Exit pages', selected: true }).waitFor();
    await close();
  });
});
