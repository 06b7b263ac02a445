import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, type Looker, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
/** Noon, so that no day ends while the test runs. */
const NOW = Date.now() - (Date.now() % DAY) - DAY / 2;

/** Orders so many days ago: the value and its unit. */
const ORDERS = [
  [20, '1', 'EUR'],
  [10, '-100', 'EUR'],
  [10, '100', 'kg'],
  [3, '50', 'EUR'],
  [3, '139.59', 'kg'],
  [3, '0.0012', 'BTC'],
  [3, '1234567.895', 'USD'],
  [3, '1234567.0123456789', 'a long unit of 32 characters (g)'],
  [3, '308542072.9296419725', 'GBP'],
  [10, '90000', 'KWD'],
  [3, '120500', 'KWD'],
  [10, '123.5', 'CHF'],
  [3, '-7', 'CHF'],
] as const;

onOneDatabase.skipIf(skipWithoutBrowser)('amounts on the statistics page', openPlace => {
  let dashboard: Dashboard;
  let looker: Looker;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, {}, () => NOW);
    await dashboard.create({ domain: 'shop.example', privacy: 'PUBLIC', timezone: 'UTC', maxAmount: 999_999_999 });
    await dashboard.count(
      ORDERS.map(([days, value, unit], index) => {
        const time = new Date(NOW - days * DAY + index * 1_000).toISOString();
        const event = { name: 'Order', value, unit };
        return { page: 'https://shop.example/', ip: `9.9.9.${days}`, user_agent: DESKTOP, time, event };
      }),
    );
    looker = await dashboard.open('/login');
    await looker.page.clock.setFixedTime(NOW);
  });
  afterAll(async () => {
    await looker.close();
    await dashboard.close();
  });

  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = async (page: Page) => (await page.locator('.tile-lines').getByRole('button').allInnerTexts()).map(tidy);

  it('never are a rounded zero, and have all their digits in lists and on focus', async () => {
    const { page } = looker;
    await page.goto('/shop.example?period=last_7_days&compare=none');
    await page.locator('.panel-events .amount').first().waitFor();
    assert.deepEqual((await lines(page)).toSorted(), [
      'Amount -CHF 7',
      'Amount 1.2m a long unit of 32 characters (g)',
      'Amount 140 kg',
      'Amount BTC 0.0012',
      'Amount KWD 120.5k',
      'Amount US$1.2m',
      'Amount £308.5m',
      'Amount €50',
    ]);
    const amounts = (await page.locator('.panel-events .amount').allInnerTexts()).map(tidy);
    assert.deepEqual(amounts.toSorted(), [
      '-CHF 7.00',
      '1,234,567.0123456789 a long unit of 32 characters (g)',
      '139.59 kg',
      'BTC 0.0012',
      'KWD 120,500.000',
      'US$1,234,567.895',
      '£308,542,072.9296419725',
      '€50.00',
    ]);
    await page.getByRole('button', { name: 'Amount US$1.2m' }).focus();
    await page.getByRole('tooltip').getByText('US$1,234,567.895', { exact: true }).waitFor();
  });

  it('are whole in lists, whatever their length', async () => {
    const { page } = looker;
    for (const width of [1920, 1280, 1101, 1001, 901, 821, 601, 390, 371, 361, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/shop.example?period=last_7_days&compare=none');
      await page.locator('.panel-events .amount').first().waitFor();
      const clipped = await page.locator('.amount').evaluateAll(all =>
        all.flatMap(one => {
          const text = document.createRange();
          text.selectNodeContents(one);
          const [inner, outer] = [text.getBoundingClientRect(), one.getBoundingClientRect()];
          // A box that clips cuts off descenders even where their lines fit.
          const isCut = getComputedStyle(one).overflow !== 'visible' || inner.width > outer.width;
          const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
          const isBroken = lines.size > 1 && !one.textContent?.includes(' ');
          return isCut || isBroken ? [one.textContent] : [];
        }),
      );
      assert.deepEqual(clipped, [], `${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  });

  it('are whole in their tile, beside their changes', async () => {
    const { page } = looker;
    await page.goto('/shop.example?period=last_7_days');
    await page.locator('.tile-lines .change').first().waitFor();
    for (const width of [1920, 1440, 1181, 1180, 821, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const faults = await page.locator('.tile-lines').evaluate(tile =>
        [...tile.querySelectorAll('.tile-value, .change')].flatMap(one => {
          const text = document.createRange();
          text.selectNodeContents(one);
          const [inner, outer] = [text.getBoundingClientRect(), tile.getBoundingClientRect()];
          const isCut = one.scrollWidth > one.clientWidth || getComputedStyle(one).overflow !== 'visible';
          return isCut || inner.right > outer.right || inner.left < outer.left ? [one.textContent] : [];
        }),
      );
      assert.deepEqual(faults, [], `${width}`);
    }
  });

  it('leave room for all columns of their panel, in every language at every width', async () => {
    for (const { code } of LANGUAGES) {
      const { page } = await dashboard.open('/login', null, { locale: code });
      await page.clock.setFixedTime(NOW);
      await page.goto('/shop.example?period=last_7_days');
      await page.locator('.panel-events .amount').first().waitFor();
      for (const width of [320, 361, 371, 601, 821, 901, 1001, 1101, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await page.locator('.panel .list').evaluateAll(lists =>
          lists.flatMap(list => {
            const panel = list.closest('.panel') as Element;
            const over = list.getBoundingClientRect().right - panel.getBoundingClientRect().right;
            return over > 0.5 ? `${panel.className}: ${over}` : [];
          }),
        );
        assert.deepEqual(beyond, [], `${code} at ${width} pixels`);
      }
      await page.context().close();
    }
  });

  it('have no change from a sum that is negative or zero, nor to a negative one', async () => {
    const { page } = looker;
    await page.goto('/shop.example?period=last_7_days&amount=EUR');
    await page.locator('.tile-lines .before, .tile-lines .hidden').first().waitFor();
    assert.deepEqual((await lines(page)).toSorted(), [
      'Amount -CHF 7 from CHF 124',
      'Amount 1.2m a long unit of 32 characters (g) from 0 a long unit of 32 characters (g)',
      'Amount 140 kg up 40% from 100 kg',
      'Amount BTC 0.0012 from BTC 0',
      'Amount KWD 120.5k up 34% from KWD 90k',
      'Amount US$1.2m from US$0',
      'Amount £308.5m from £0',
      'Amount €50 from -€100',
    ]);
    const chart = page.getByRole('slider', { name: /^Amount over time/ });
    await chart.focus();
    await page.keyboard.press('End');
    for (let left = 0; left < 2; left++) await page.keyboard.press('ArrowLeft');
    await page.locator('.tip-now').getByText('€50.00').waitFor();
    await page.locator('.tip-before').getByText('-€100.00').waitFor();
    assert.equal(await page.locator('.tip .change').count(), 0);
  });
});
