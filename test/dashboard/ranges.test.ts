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
    await create('new.example', 'UTC', [NOW - HOUR]);
    await create('late.example', 'UTC', [NOW - 40 * DAY, NOW - 7 * DAY, NOW]);
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
    await page.locator('.legend').getByText('Not compared yet: no hour of this range is over.').waitFor();
    assert.equal(await page.locator('.chart-picture .line.before').getAttribute('d'), '');
    // The only hour that has begun.
    const dots = page.locator('.chart-picture > .dot-now');
    assert.equal(await dots.count(), 1);
    assert.ok(((await dots.boundingBox())?.width ?? 0) >= 7);
    await close();
  });

  it('moves a range such as yesterday on at midnight', async () => {
    const { page, close } = await dashboard.open('/login');
    await page.clock.install({ time: NOW });
    await page.goto('/late.example?period=yesterday');
    const range = page.locator('.legend .is-now');
    const before = await range.innerText();
    await page.clock.fastForward(DAY);
    await page.waitForFunction(
      text => document.querySelector<HTMLElement>('.legend .is-now')?.innerText !== text,
      before,
    );
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
    // As it was left, so that it still is this month tomorrow.
    await page.waitForURL('**/early.example?period=this_month');
    assert.ok(await later.isDisabled());

    await page.goto(`/early.example?from=${dateOf(TODAY + 3)}&to=${dateOf(TODAY + 9)}`);
    await page.locator('.chart-picture').waitFor();
    assert.equal(await page.locator('.legend .compared').count(), 0);
    assert.equal(await page.locator('.chart-picture .line.before').getAttribute('d'), '');
    await close();
  });

  it('leaves hours to come and other weekdays empty in the map of hours, and says how often a weekday comes', async () => {
    const { page, close } = await open('/late.example?period=today');
    const cells = page.locator('.heat tbody td');
    await cells.first().waitFor();
    const texts = await cells.allInnerTexts();
    const many = (text: string) => texts.filter(one => one === text).length;
    assert.deepEqual(['Not in this range', 'Not yet', '0', '1'].map(many), [6 * 24, 13, 10, 1]);
    const colours = new Set(
      await page.locator('.heat td.lacking').evaluateAll(all => all.map(one => getComputedStyle(one).backgroundColor)),
    );
    assert.deepEqual([...colours], ['rgba(0, 0, 0, 0)']);

    await page.goto(`/late.example?from=${dateOf(TODAY - 7)}&to=${dateOf(TODAY)}`);
    const weekday = new Date(NOW).toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });
    await page.getByText(`Days added up: 2 each for ${weekday}; 1 each for the others`).waitFor();
    assert.equal(await page.locator('.heat td.lacking').count(), 0);
    const hours = page.locator('.heat tbody tr', { has: page.getByRole('rowheader', { name: weekday }) }).locator('td');
    for (const [hour, about] of [
      [10, '10:00: 2 visitors on 2 days'],
      [11, '11:00: 0 visitors on 1 day'],
    ] as const) {
      await hours.nth(hour).hover();
      assert.equal(await hours.nth(hour).getAttribute('title'), `${weekday}, ${about}`);
    }
    await page.goto(`/late.example?from=${dateOf(TODAY - 7)}&to=${dateOf(TODAY - 1)}`);
    await cells.first().waitFor();
    assert.equal(await page.getByText('Days added up').count(), 0);
    await close();
  });

  it('says why it is not compared', async () => {
    const { page, close } = await open('/late.example?period=last_7_days&compare=year');
    const legend = page.locator('.legend');
    await legend.getByText(/^Not compared: there is no data before \w{3}, \d+ \w+ \d{4}\.$/).waitFor();
    await page.goto('/late.example?period=last_7_days');
    await legend.getByText(/^compared with/).waitFor();
    assert.equal(await legend.getByText('Not compared').count(), 0);
    await page.goto('/late.example?period=last_7_days&compare=none');
    await page.locator('.chart-picture').waitFor();
    assert.equal(await legend.locator('span').count(), 1);
    await close();
  });

  it('is compared with the days before it when a day to begin with is to be chosen', async () => {
    const { page, close } = await open(`/late.example?from=${dateOf(TODAY - 10)}&to=${dateOf(TODAY - 1)}`);
    await page.getByRole('button', { name: /^Range: / }).click();
    await page.getByRole('radio', { name: /^Days from/ }).click();
    await page.waitForURL(`**&compare=${dateOf(TODAY - 20)}`);
    await close();
  });

  it('is compared as usual once the chosen days no longer lie before it, as the choice shows', async () => {
    const { page, close } = await open(`/late.example?period=last_7_days&compare=${dateOf(TODAY - 20)}`);
    const opener = page.getByRole('button', { name: /^Range: / });
    await opener.click();
    assert.equal(await page.getByRole('radio', { name: /^Days from/ }).isChecked(), true);
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.locator('.panel-over').waitFor({ state: 'detached' });
    await opener.click();
    assert.equal(await page.getByRole('radio', { name: /^Days from/ }).isChecked(), false);
    assert.equal(await page.getByRole('radio', { name: 'Previous period, matched by weekday' }).isChecked(), true);
    await close();
  });

  it('is chosen by a key while its panel is open, which shuts the panel', async () => {
    const { page, close } = await open('/late.example?period=last_7_days');
    const opener = page.getByRole('button', { name: /^Range: / });
    await opener.click();
    await page.locator('.panel-over').waitFor();
    await page.keyboard.press('y');
    await page.waitForURL('**/late.example?period=this_year');
    await page.locator('.panel-over').waitFor({ state: 'detached' });
    assert.equal(await opener.evaluate(element => element === document.activeElement), true);
    await close();
  });

  it('says that days of the address could not be read, until others are chosen', async () => {
    const { page, close } = await open('/late.example?from=2026-02-30&to=2026-03-01');
    const fault = page.getByText('The link to this page has days that could not be read.');
    await fault.waitFor();
    await page.getByRole('button', { name: 'Range: Last 30 days' }).waitFor();
    await page.keyboard.press('w');
    await fault.waitFor({ state: 'detached' });
    await close();
  });

  it('is in the address of a new website even if it is the usual one', async () => {
    const { page, close } = await open('/new.example');
    await page.waitForURL('**/new.example?period=today');
    await page.getByRole('button', { name: 'Range: Today' }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.waitForURL('**/new.example?period=last_30_days');
    await page.reload();
    await page.locator('.chart-picture').waitFor();
    await page.getByRole('button', { name: 'Range: Last 30 days' }).waitFor();
    assert.match(page.url(), /\?period=last_30_days$/);

    await page.goto('/late.example?period=today');
    await page.getByRole('button', { name: 'Range: Today' }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.waitForURL('**/late.example');
    await close();
  });
});
