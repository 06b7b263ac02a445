import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Yesterday at 10:25. */
const NOW = Date.now() - (Date.now() % DAY) - DAY + 10 * HOUR + 25 * 60_000;
const TODAY = Math.floor(NOW / DAY);
/** Where it is 00:25 on the next day. */
const EARLY = 'Pacific/Kiritimati';

onOneDatabase.skipIf(skipWithoutBrowser)('the range of a statistics page', openPlace => {
  let dashboard: Dashboard;

  /** Registers a public website with a visit at each of these times. */
  async function create(domain: string, timezone: string, times: readonly number[]): Promise<void> {
    await dashboard.create({ domain, privacy: 'PUBLIC', timezone });
    await dashboard.count(
      times.map((time, at) => ({
        page: `https://${domain}/`,
        ip: `9.9.9.${at}`,
        user_agent: DESKTOP,
        time: new Date(time).toISOString(),
      })),
    );
  }

  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, {}, () => NOW);
    const midnight = NOW - 25 * 60_000;
    const early = [-9, -8, -8, -7, -7, -7, -2, -1, 0].map((day, at) => midnight + day * DAY + at * 60_000);
    await create('early.example', EARLY, early);
  });
  afterAll(() => dashboard.close());

  async function open(path: string): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
    const { page, close } = await dashboard.open('/login');
    await page.clock.setFixedTime(NOW);
    await page.goto(path);
    await page.locator('.chart-picture').waitFor();
    return { page, close };
  }

  it('compares a day that has just begun with nothing, and says so by drawing nothing', async () => {
    const today = TODAY + 1;
    const { page, close } = await open(`/early.example?from=${dateOf(today - 2)}&to=${dateOf(today)}`);
    await page.locator('.legend .compared').waitFor();
    await page.getByRole('slider', { name: 'Visitors over time' }).focus();
    await page.keyboard.press('End');
    await page.locator('.tip').waitFor();
    assert.equal(await page.locator('.tip-before').count(), 0);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tip-before', { hasText: /^2 · / }).waitFor();
    const line = (await page.locator('.chart-picture .line.before').getAttribute('d')) ?? '';
    assert.equal(line.match(/,/g)?.length, 2, line);

    await page.goto('/early.example?period=today');
    await page.locator('.chart-picture').waitFor();
    assert.equal(await page.locator('.legend .compared').count(), 0);
    assert.equal(await page.locator('.chart-picture .line.before').getAttribute('d'), '');
    // The only hour that has begun.
    const dots = page.locator('.chart-picture > .dot-now');
    assert.equal(await dots.count(), 1);
    assert.ok(((await dots.boundingBox())?.width ?? 0) >= 7);
    await close();
  });

  it('steps by months and never into the future, and shows no line that the legend does not name', async () => {
    const { page, close } = await open('/early.example?period=last_30_days');
    const later = page.getByRole('button', { name: 'Later days' });
    assert.ok(await later.isDisabled());
    await page.keyboard.press('ArrowRight');
    await page.goto('/early.example?period=this_month');
    await page.getByRole('button', { name: 'Earlier days' }).click();
    const month = dateOf(TODAY + 1).slice(0, 8);
    const last = dayNumber(`${month}01`) - 1;
    await page.waitForURL(`**/early.example?from=${dateOf(last).slice(0, 8)}01&to=${dateOf(last)}`);
    await later.click();
    await page.waitForURL(`**/early.example?from=${month}01&to=${dateOf(TODAY + 1)}`);
    assert.ok(await later.isDisabled());

    await page.goto(`/early.example?from=${dateOf(TODAY + 3)}&to=${dateOf(TODAY + 9)}`);
    await page.locator('.chart-picture').waitFor();
    assert.equal(await page.locator('.legend .compared').count(), 0);
    assert.equal(await page.locator('.chart-picture .line.before').getAttribute('d'), '');
    await close();
  });
});
