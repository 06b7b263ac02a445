import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Yesterday at 10:25, so that ten hours of its day are over. */
const NOW = Date.now() - (Date.now() % DAY) - DAY + 10 * HOUR + 25 * 60_000;

onOneDatabase.skipIf(skipWithoutBrowser)('a statistics page whose range is still running', openPlace => {
  let dashboard: Dashboard;
  let visitor = 0;

  /** Returns the hits of visits that began so many hours before the day of NOW; some of them go on to the prices. */
  const visits = (count: number, goingOn: number, hoursBefore: number, host = 'news.example') =>
    Array.from({ length: count }, (_, at) => {
      visitor++;
      const of = { ip: `8.8.${visitor >> 8}.${visitor & 255}`, user_agent: DESKTOP, referrer: `https://${host}/` };
      const time = (minutes: number) =>
        new Date(NOW - (NOW % DAY) - hoursBefore * HOUR + minutes * 60_000).toISOString();
      return [
        { ...of, page: 'https://site.example/', time: time(1) },
        ...(at < goingOn ? [{ ...of, page: 'https://site.example/pricing', time: time(2) }] : []),
      ];
    }).flat();

  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, {}, () => NOW);
    const website = await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC', timezone: 'UTC' });
    const week = 7 * 24;
    // A first day that is long ago, days that show what is usual, the same weekday a week before up to ten and after, then today up to ten and after.
    for (const hits of [
      visits(1, 0, 40 * 24),
      ...[8, 9, 10, 11, 12, 13].flatMap(days => [
        visits(5, 0, days * 24 - 5),
        visits(15, 0, days * 24 - 5, 'gone.example'),
      ]),
      visits(15, 6, week - 5),
      visits(45, 24, week - 5, 'gone.example'),
      visits(7, 0, week - 12),
      visits(10, 2, -4),
      visits(10, 2, -9),
      visits(5, 0, -10, 'gone.example'),
    ])
      await dashboard.count(hits);
    // Ten payments a week before by ten, and two today; the others come later in the day.
    await dashboard.create({ domain: 'shop.example', privacy: 'PUBLIC', timezone: 'UTC' });
    const early = Array(10).fill(week - 5);
    const payments = [...early, ...Array(5).fill(week - 20), ...Array(2).fill(-5), ...Array(13).fill(-10)];
    await dashboard.count(
      payments.flatMap((hoursBefore, at) => {
        const page = 'https://shop.example/';
        const time = new Date(NOW - (NOW % DAY) - hoursBefore * HOUR).toISOString();
        const hit = { page, time, ip: `9.9.9.${at}`, user_agent: DESKTOP };
        return [hit, { ...hit, event: { name: 'Purchase', value: 10, unit: 'EUR' } }];
      }),
    );
    const { gateway } = dashboard;
    const step = (pattern: string) => ({ kind: 'PAGE', pattern });
    await gateway.graphql(
      'mutation($website: ID!, $input: FunnelInput!) { createFunnel(website: $website, input: $input) { id } }',
      {
        website,
        input: { name: 'Readers', steps: [step('/'), step('/pricing')] },
      },
    );
  });
  afterAll(() => dashboard.close());

  async function open(query: string): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
    const { page, close } = await dashboard.open('/login', OWNER);
    await page.clock.setFixedTime(NOW);
    await page.goto(`/site.example?${query}`);
    await page.locator('.chart-picture').waitFor();
    return { page, close };
  }

  it('compares tiles, lists, points, funnels and explanations with the same hours of the same weekday', async () => {
    const { page, close } = await open('period=today');
    const spoken = async (of: Locator) => (await of.innerText()).replace(/\s+/g, ' ').trim();
    const tile = (metric: string) => page.locator('.tiles li', { has: page.locator(`[data-metric=${metric}]`) });
    const visitors = tile('visitors');
    // Funnels are counted once they come near.
    await page.getByRole('heading', { name: 'Funnels' }).scrollIntoViewIfNeeded();
    await page.getByText('Readers:').waitFor();
    assert.equal(await spoken(visitors), 'Visitors 25 down 67% 20 by 10:00, from 60 Why?');
    assert.equal(await spoken(tile('bounceRate')), 'Bounce rate 84% up 30 points 80% by 10:00, from 50%');
    // What has come since ten is not compared, but exact.
    await visitors.getByRole('button').first().focus();
    await visitors.getByRole('tooltip').getByText('20 by 10:00, from 60').waitFor();

    const row = page.locator('.panel-pages tr', {
      has: page.getByRole('button', { name: '/pricing: show only this' }),
    });
    assert.match(await spoken(row), /^\/pricing 4 14% down 87%$/);
    const steps = page.getByRole('table', { name: 'Steps of the funnel' }).locator('tbody tr td:nth-of-type(1)');
    assert.deepEqual(
      (await steps.allInnerTexts()).map(text => text.replace(/\s+/g, ' ')),
      ['25 down 67% 20 by 10:00, from 60', '4 down 87%'],
    );

    const chart = page.getByRole('slider', { name: 'Visitors over time' });
    await chart.focus();
    await page.keyboard.press('End');
    await page.locator('.tip').getByText('Not yet').waitFor();
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /23:00: not yet/);
    // The line ends with the hour that is running.
    const drawn = page.locator('.chart-picture .line:not(.before)');
    const ends = await drawn.evaluateAll(lines =>
      Math.max(...lines.map(line => (line as SVGPathElement).getBBox()).map(({ x, width }) => x + width)),
    );
    const frame = await page.locator('.chart-picture').evaluate(picture => picture.clientWidth);
    assert.ok(ends < frame / 2, `The line ends at ${ends} of ${frame}.`);

    await visitors.getByRole('button', { name: /Why/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Why did visitors change?' });
    await dialog.getByText(/^.* compared with .*, both up to 10:00\.$/).waitFor();
    await dialog.getByText(/^Visitors from gone\.example fell from 45 to 0/).waitFor();
    assert.deepEqual((await dialog.locator('tbody tr').last().innerText()).split(/\s+/).slice(0, 4), [
      'Total',
      '60',
      '20',
      '-40',
    ]);
    await page.keyboard.press('Escape');

    await page.goto('/site.example?period=today&compare=exact');
    await page.getByText(/up to 10:00$/).waitFor();
    assert.equal(await spoken(visitors), 'Visitors 25 20 by 10:00, from 0 Why?');
    await close();
  });

  it('compares amounts with the same hours, too', async () => {
    const { page, close } = await open('period=today');
    await page.goto('/shop.example?period=today');
    const tile = page.getByRole('button', { name: /^Amount/ });
    assert.equal((await tile.innerText()).replace(/\s+/g, ' '), 'Amount €150 down 80% €20 by 10:00, from €100');
    await tile.focus();
    await page.getByRole('tooltip').getByText('€20.00 by 10:00, from €100.00').waitFor();
    await close();
  });

  it('says beside counts of a running day up to which hour they are compared', async () => {
    const { page, close } = await open('period=today&sources=referrer');
    const spoken = async (of: Locator) => (await of.innerText()).replace(/\s+/g, ' ').trim();
    const row = (of: Locator, name: string) =>
      of.locator('tr', { has: page.getByRole('button', { name: `${name}: show only this` }) });
    const main = row(page.locator('.panel-pages'), '/');
    assert.equal(await spoken(main), '/ 25 86% down 67% 20 by 10:00, from 60');
    assert.equal(await main.locator('.growth').getAttribute('title'), '20 by 10:00, from 60');
    const head = (of: Locator) => of.getByRole('columnheader', { name: /^Change/ });
    const inPanel = head(page.locator('.panel-pages'));
    assert.equal(await inPanel.innerText(), 'Change up to 10:00');
    // At most two lines.
    assert.ok(((await inPanel.boundingBox())?.height ?? 99) < 45);
    // All that came from here came since ten.
    const gone = row(page.locator('.panel-sources'), 'gone.example');
    assert.equal(await spoken(gone), 'gone.example 5 20% 0 by 10:00, from 45');

    await page.goto('/site.example?period=today&view=referrer');
    await gone.or(row(page.locator('.detail'), 'gone.example')).waitFor();
    const cells = row(page.locator('.detail'), 'gone.example').locator('td');
    assert.equal(await cells.nth(2).innerText(), '0 by 10:00, from 45');
    assert.equal(await head(page.locator('.detail')).innerText(), 'Change up to 10:00');
    assert.equal(await cells.nth(2).getAttribute('title'), '0 by 10:00, from 45');

    const day = (before: number) => new Date(NOW - before * DAY).toISOString().slice(0, 10);
    await page.goto(`/site.example?from=${day(4)}&to=${day(0)}`);
    const chart = page.getByRole('slider', { name: 'Visitors over time' });
    await page.locator('.chart-picture').waitFor();
    await chart.focus();
    await page.keyboard.press('End');
    await page.locator('.tip-note').getByText('20 by 10:00, from 60').waitFor();
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /20 by 10:00, from 60/);
    await close();
  });

  it('names filters and both lines in the file of its chart', async () => {
    const { page, close } = await open('period=today&filter=referrer:is:news.example&filter=page:is:/');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('list', { name: 'Files' }).getByText('Chart as SVG').click();
    const svg = (await buffer(await (await download).createReadStream())).toString();
    for (const text of ['Referrer is news.example', 'Page is /', 'up to 10:00'])
      assert.ok(svg.includes(text), `${text} in ${svg.slice(0, 2_000)}`);
    assert.equal(svg.match(/d="M8,-?\d+h24"/g)?.length, 2);
    await close();
  });

  for (const way of ['the button', 'the keys of the browser'])
    it(`prints by ${way} what was never scrolled to, once it is there`, async () => {
      const { page, close } = await open('period=today&filter=page:is:/');
      const button = page.getByRole('button', { name: 'Print' });
      await button.waitFor();
      await page.getByRole('heading', { name: 'Funnels' }).waitFor();
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', document.body.innerText);
      });
      // A real click would scroll to it.
      if (way === 'the button') await button.evaluate(element => (element as HTMLElement).click());
      else await page.keyboard.press('ControlOrMeta+p');
      await page.locator('[data-printed*="Readers:"]').waitFor();
      const printed = (await page.locator('body').getAttribute('data-printed')) ?? '';
      for (const heading of await page.locator('h2:visible').allInnerTexts())
        assert.ok(printed.includes(heading), `${heading} in ${printed}`);
      assert.equal(await page.locator('.paths [aria-busy=true], .nothing:has-text("Loading")').count(), 0);
      await close();
    });

  it('is printed in light colours and without controls', async () => {
    const { page, close } = await open('period=today&filter=page:is:/');
    await page.getByRole('heading', { name: 'Funnels' }).waitFor();
    const colours = () =>
      page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        const panel = document.querySelector('.panel');
        return [backgroundColor, color, panel && getComputedStyle(panel).colorScheme];
      });
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    assert.deepEqual(await colours(), ['rgb(18, 21, 19)', 'rgb(233, 235, 228)', 'dark']);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await colours(), ['rgb(255, 255, 255)', 'rgb(29, 35, 32)', 'light']);
    const controls = page.getByRole('button', { name: /^(Export|Share|Favourite|Clear filters)$/ });
    assert.deepEqual(await controls.evaluateAll(all => all.map(({ outerHTML }) => outerHTML)), []);
    assert.equal(await page.getByRole('link', { name: 'Forget these visits' }).count(), 0);
    await page.getByRole('button', { name: /^site\.example/ }).waitFor();
    await page.emulateMedia({ media: null });
    await close();
  });

  it('has a menu of ranges that fits into a window of 320 pixels', async () => {
    const { page, close } = await open('period=today');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('button', { name: /^Range/ }).click();
    const fields = page.locator('.range-choices input[type=date]');
    await fields.first().waitFor();
    const rights = await fields.evaluateAll(all => all.map(field => field.getBoundingClientRect().right));
    assert.ok(
      rights.every(right => right <= 320),
      `The fields end at ${rights}.`,
    );
    await close();
  });
});
