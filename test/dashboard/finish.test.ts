import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, assertFits, type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

const PAGES = 60;

onOneDatabase.skipIf(skipWithoutBrowser)('the finish of a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
    const time = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const hit = { ip: '8.8.8.8', user_agent: DESKTOP, time };
    await dashboard.gateway.graphql(
      'mutation($id: ID!, $input: UpdateWebsiteInput!) { updateWebsite(id: $id, input: $input) { id } }',
      { id: await websiteOf(dashboard), input: { hosts: ['docs.site.example'] } },
    );
    await dashboard.count([{ ...hit, page: 'https://docs.site.example/guide' }]);
    const step = { kind: 'PAGE', pattern: '/articles/*', name: 'Article' };
    await dashboard.gateway.graphql(
      'mutation($website: ID!, $input: FunnelInput!) { createFunnel(website: $website, input: $input) { id } }',
      { website: await websiteOf(dashboard), input: { name: 'Reading', steps: [step, step] } },
    );
    await dashboard.count(
      Array.from({ length: PAGES }, (_, at) => ({
        ...hit,
        page: `https://site.example/articles/${at}`,
        ...(at === 0 && { referrer: 'https://xn--bcher-kva.example/' }),
      })),
    );
  });
  afterAll(() => dashboard.close());

  const styleOf = (of: Locator, name: string) =>
    of.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

  it('keeps the heads of a long list in sight, and the width of its tabs', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    const widths = () =>
      page.getByRole('tab').evaluateAll(tabs => tabs.map(tab => Math.round(tab.getBoundingClientRect().width * 10)));
    const tabs = page.locator('.panel-pages').getByRole('tab');
    const before = await widths();
    await tabs.filter({ hasText: 'Exit pages' }).click();
    await page.getByRole('tab', { name: 'Exit pages', selected: true }).waitFor();
    assert.deepEqual(await widths(), before);

    await page.goto('/site.example?view=page');
    await page.locator('.detail table.wide').waitFor();
    const box = page.locator('.detail .scroll', { has: page.locator('table.wide') });
    const head = page.getByRole('columnheader', { name: 'Pageviews' });
    const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
    const scrolled = await box.evaluate(element => {
      element.scrollTop = element.scrollHeight;
      return element.scrollTop;
    });
    assert.ok(scrolled > 0);
    assert.equal((await topOf(head)) - (await topOf(box)), 0);
    await close();
  });

  it('has a legend for the map of hours, and glyphs, flags and readable names that come from no other site', async () => {
    const { page, close } = await dashboard.open('/site.example?sources=referrer');
    const legend = page.locator('.heat-legend');
    await legend.waitFor();
    assert.match(await legend.innerText(), /^0\s+\d+ visitors?$/);
    const idn = page.getByRole('button', { name: 'bücher.example: show only this' });
    assert.match((await idn.getAttribute('title')) ?? '', /^bücher\.example \(xn--bcher-kva\.example\)/);
    for (const name of ['United States', 'Chrome'])
      await page
        .locator('tr', { has: page.getByRole('button', { name: `${name}: show only this` }) })
        .locator('[data-glyph]:not([data-glyph=""]) svg, svg[data-glyph]:not([data-glyph=""])')
        .first()
        .waitFor();
    await idn.click();
    const chip = page.locator('.chip-text', { hasText: 'Referrer is bücher.example' });
    assert.equal(await chip.getAttribute('title'), 'Referrer is bücher.example (xn--bcher-kva.example)');
    // `close` fails if anything was asked of another site.
    await close();
  });

  it('names a website as its owner writes it, and finds it by both its names', async () => {
    await dashboard.create({ domain: 'bücher.example', privacy: 'PUBLIC' });
    const stranger = await dashboard.open('/xn--bcher-kva.example');
    await stranger.page.getByRole('heading', { name: 'bücher.example', exact: true }).waitFor();
    assert.equal(await stranger.page.title(), 'bücher.example · Footfall');
    await stranger.close();
    const { page, close } = await dashboard.open('/websites', OWNER);
    await page.getByRole('link', { name: 'bücher.example', exact: true }).click();
    await page.waitForURL(/\/xn--bcher-kva\.example/);
    await page.getByRole('button', { name: /bücher\.example/ }).click();
    for (const search of ['büch', 'xn--']) {
      await page.locator('.switcher').getByRole('combobox').fill(search);
      await page.locator('.switcher').getByRole('option', { name: 'bücher.example' }).waitFor();
      assert.deepEqual(await page.locator('.switcher').getByRole('option').allInnerTexts(), ['bücher.example']);
    }
    await close();
  });

  it('has no target smaller than 24 pixels', async () => {
    const id = await websiteOf(dashboard);
    const { page, close } = await dashboard.open('/site.example', OWNER, { viewport: { width: 390, height: 844 } });
    await page.getByRole('heading', { name: 'Journeys' }).waitFor();
    for (const [path, shown] of [
      ['/site.example', '.chart-picture'],
      ['/site.example?view=page', '.detail table.wide'],
      ['/site.example?view=live', '.live-sums'],
      [`/websites/${id}/settings`, '#recipients'],
      ['/websites', '.website'],
    ] as const) {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await page.locator('.foot').scrollIntoViewIfNeeded();
      assert.deepEqual(await page.evaluate(smallTargets), [], path);
    }
    await close();
  });

  it('cuts and covers nothing on a telephone and a tablet', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER, { viewport: { width: 390, height: 844 } });
    await page.locator('.panel-pages').scrollIntoViewIfNeeded();
    const host = page.locator('.panel-pages .host').first();
    await host.waitFor();
    assert.ok(await host.evaluate(element => element.scrollWidth <= element.clientWidth), 'The host is cut.');
    await page.setViewportSize({ width: 320, height: 844 });
    const paths = page.locator('.panel-pages .label button', { hasText: '/articles/' });
    const isCut = await paths.evaluateAll(all => all.map(one => one.scrollWidth > one.clientWidth));
    assert.ok(isCut.length > 0 && !isCut.includes(true), 'The paths are cut.');

    await page.goto('/account');
    const result = page.getByRole('table', { name: 'Background jobs' }).locator('td:nth-child(3)').first();
    await result.waitFor();
    const width = (await result.boundingBox())?.width ?? 0;
    assert.ok(width >= 160, `The results of jobs have ${width} pixels.`);
    await close();

    const tablet = { viewport: { width: 768, height: 1024 }, locale: 'de-DE' };
    const german = await dashboard.open('/websites', OWNER, tablet);
    await german.page.locator('.website-figure').first().waitFor();
    assert.deepEqual(
      await german.page.evaluate(
        () =>
          [...document.querySelectorAll('.website')].filter(website => {
            const settings = website.querySelector(':scope > .quiet')?.getBoundingClientRect();
            return [...website.querySelectorAll('.website-figure')].some(figure => {
              const range = document.createRange();
              range.selectNodeContents(figure);
              const { right, top, bottom } = range.getBoundingClientRect();
              return settings && right > settings.left && top < settings.bottom && bottom > settings.top;
            });
          }).length,
      ),
      0,
    );
    await german.close();
  });

  it('dims numbers that are out of date, and only these', async () => {
    const { page, close } = await dashboard.open('/login');
    let held = Promise.withResolvers<void>();
    held.resolve();
    // From the first request on: one of them was not held when this began later.
    await page.route('**/graphql**', async route => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/site.example');
    const isDimmed = (expected: boolean) => {
      const shown = document.querySelector('[data-metric=visitors]');
      const muted = document.body.appendChild(document.createElement('p'));
      muted.style.color = 'var(--muted)';
      const colour = getComputedStyle(muted).color;
      muted.remove();
      return shown !== null && (getComputedStyle(shown).color === colour) === expected;
    };
    // Frames can come late on a busy machine.
    const becomesDimmed = (expected: boolean) => page.waitForFunction(isDimmed, expected, { polling: 100 });
    await page.locator('.over-time[aria-busy=false]').waitFor();
    await becomesDimmed(false);
    held = Promise.withResolvers();
    await page.keyboard.press('e');
    await page.locator('.over-time[aria-busy=true]').waitFor();
    await becomesDimmed(true);
    held.resolve();
    await page.locator('.over-time[aria-busy=false]').waitFor();
    await becomesDimmed(false);
    await close();
  });

  it('can be read in the colours of the system, and at twice the size', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('heading', { name: 'Journeys' }).waitFor();
    await page.locator('.chart-picture').waitFor();
    await page.locator('.map-frame').scrollIntoViewIfNeeded();
    await page.locator('.land.visited').first().waitFor();
    const paper = await styleOf(page.locator('body'), 'background-color');
    const isSeen = async (of: string, property: string) =>
      assert.notEqual(await styleOf(page.locator(of).first(), property), paper, `${of} cannot be seen.`);
    await isSeen('.chart-picture .line:not(.before)', 'stroke');
    await isSeen('.land.visited', 'fill');
    await isSeen('.heat tbody td', 'border-top-color');
    await isSeen('.tabs button[aria-selected=true]', 'outline-color');
    await page.getByRole('heading', { name: 'Funnels' }).scrollIntoViewIfNeeded();
    // The system removes gradients unless the style keeps them.
    for (const bar of ['.list tbody tr', '.funnel-bar'])
      assert.equal(await styleOf(page.locator(bar).first(), 'forced-color-adjust'), 'none', `${bar} cannot be seen.`);
    assert.equal(await styleOf(page.locator('.list tbody td').first(), 'forced-color-adjust'), 'auto');
    await assertAccessible(page);
    await page.emulateMedia({ forcedColors: 'none' });

    // A window of 1280 pixels at 200 % has room for 640.
    await page.setViewportSize({ width: 640, height: 360 });
    await assertFits(page);
    await page.getByRole('button', { name: /^Range/ }).click();
    await page.locator('.panel-over').waitFor();
    await assertFits(page);
    await close();
  });
});

async function websiteOf({ gateway }: Dashboard): Promise<string> {
  const { websites } = await gateway.graphql<{ websites: { rows: { id: string }[] } }>('{ websites { rows { id } } }');
  return websites.rows[0]?.id ?? '';
}

/** Returns what can be pressed but is smaller than 24 pixels, except for links in sentences. */
function smallTargets(): string[] {
  const pressed = document.querySelectorAll<HTMLElement>('a[href], button, input:not(.hidden), select, summary');
  return [...pressed]
    .filter(one => one.checkVisibility() && !one.closest('p, dd, .hint, .hidden'))
    .flatMap(one => {
      // A press on the label or anywhere in the row does the same.
      const label = one instanceof HTMLInputElement && /^(checkbox|radio)$/.test(one.type) ? one.labels?.[0] : null;
      const row = one.matches('.label .cut') ? one.closest('tr') : null;
      const { width, height } = (label ?? row ?? one).getBoundingClientRect();
      return width < 24 || height < 24 ? [`${width} × ${height}: ${one.outerHTML.slice(0, 120)}`] : [];
    });
}
