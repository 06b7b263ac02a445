import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { STATISTICS } from '../../src/domain/statistics.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, OWNER } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { startSite } from '../support/site-hits.ts';

const EVIL = '"><img src=x onerror="window.stolen=1"><script>window.stolen=1</script>';
const ARABIC = '/مرحبا/2024-05-12';
/** Event names are cut at this length. */
const EVIL_EVENT = EVIL.slice(0, 64);

onOneDatabase.skipIf(skipWithoutBrowser)('the statistics page of its owner', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startSite(openPlace);
  });
  afterAll(() => dashboard.close());

  it('shows whatever strangers send as plain text', async () => {
    await dashboard.create({ domain: 'evil.example', privacy: 'PUBLIC' });
    await dashboard.count([
      {
        page: `https://evil.example/${EVIL}?a=${EVIL}&utm_campaign=${encodeURIComponent(EVIL)}`,
        referrer: 'https://x.example/"><img src=x>',
        ip: '203.0.113.9',
        user_agent: `${DESKTOP} ${EVIL}`,
        language: EVIL,
        screen_resolution: EVIL,
      },
      {
        page: 'https://evil.example/',
        ip: '203.0.113.9',
        user_agent: DESKTOP,
        event: { name: EVIL_EVENT, value: 1, unit: EVIL },
      },
      { page: 'https://evil.example//evil.example/x', user_agent: DESKTOP },
      { page: 'https://evil.example/javascript:alert(1)', user_agent: DESKTOP },
      { page: `https://evil.example${ARABIC}`, user_agent: DESKTOP },
    ]);
    const { page, close } = await dashboard.open('/evil.example', OWNER);
    await page.getByRole('heading', { name: 'Goals' }).waitFor();
    await page.getByRole('tab', { name: 'Campaigns' }).click();
    await page
      .getByRole('button', { name: `${EVIL}: show only this` })
      .first()
      .waitFor();
    for (const { name, label, scope } of STATISTICS) {
      // Crawlers have no tab.
      if (scope === 'crawler') continue;
      if (name.startsWith('utm_')) await page.getByRole('tab', { name: 'Campaigns' }).click();
      // Events have no other tab, since pageviews have no properties.
      if (name !== 'event') await page.getByRole('tab', { name: label, exact: true }).click();
    }
    await page
      .locator('.panel-events')
      .getByRole('button', { name: `${EVIL_EVENT}: show only this` })
      .click();
    await page.getByText(`Event is ${EVIL_EVENT}`).waitFor();
    for (const view of ['page', 'campaign', 'event', 'referrer']) {
      await page.goto(`/evil.example?view=${view}&${view}.search=${encodeURIComponent('<')}`);
      await page.locator('.detail [aria-busy=false]').waitFor();
    }
    assert.equal(await page.evaluate(() => 'stolen' in globalThis), false);
    // The parts of a path follow each other from left to right in every script, and digits are not reordered.
    await page.goto('/evil.example?view=page');
    const parts = page.getByRole('button', { name: `${ARABIC}: show only this` }).locator('bdi bdi');
    await parts.last().waitFor();
    const lefts = await parts.evaluateAll(all => all.map(part => part.getBoundingClientRect().left));
    assert.equal((await parts.allTextContents()).join(''), ARABIC);
    assert.deepEqual(
      lefts,
      lefts.toSorted((a, b) => a - b),
    );
    assert.equal(await page.locator('img').count(), 0);
    const outside = await page
      .locator('a.out')
      .evaluateAll(links => links.map(link => new URL((link as HTMLAnchorElement).href).host));
    assert.ok(
      outside.every(host => host === 'evil.example'),
      String(outside),
    );
    await close();
  });

  it('has room for a goal with amounts in many units', async () => {
    await dashboard.create({ domain: 'units.example', privacy: 'PUBLIC', maxAmount: 2_000_000_000 });
    const hit = { page: 'https://units.example/', ip: '203.0.113.9', user_agent: DESKTOP };
    const units = ['EUR', 'USD', 'JPY', 'x'.repeat(32), 'points=1', 'a;b', '(other)', 'kg'];
    await dashboard.count([
      hit,
      ...units.map(unit => ({ ...hit, event: { name: 'Buy', value: '1999999999.99', unit } })),
    ]);
    const { page, close } = await dashboard.open('/units.example', OWNER);
    await page.getByRole('button', { name: 'Add a goal' }).click();
    await page.getByLabel('Name').fill('Bought');
    await page.getByLabel('Reached by').selectOption('EVENT');
    await page.getByLabel('Event name').fill('Buy');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const goals = page.locator('.panel-goals');
    await goals
      .locator('.amount')
      .nth(units.length - 1)
      .waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `scrolls ${over} px sideways`);
    await goals.getByRole('button', { name: 'Edit the goal Bought' }).click();
    await page.getByRole('dialog').waitFor();
    await close();
  });

  it('lets its owner set goals, annotations and segments', async () => {
    const { page, close } = await dashboard.open('/site.example', OWNER);
    await page.getByRole('button', { name: 'Add a goal' }).click();
    await page.getByLabel('Name').fill('Bought');
    await page.getByLabel('Reached by').selectOption('EVENT');
    await page.getByLabel('Event name').fill('Purchase');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.panel-goals').getByText('Bought').waitFor();
    await page.locator('.panel-goals').getByText('€12.50').waitFor();

    await page.getByRole('button', { name: 'Annotate a day' }).click();
    await page.getByLabel('What happened').fill('Release <2.0>');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Annotations').getByText('Release <2.0>').waitFor();

    const annotation = page.getByRole('dialog', { name: 'Delete Release <2.0>?' });
    for (const answer of ['Cancel', 'Delete']) {
      await page.getByRole('button', { name: 'Delete the annotation Release <2.0>' }).click();
      await annotation.getByRole('button', { name: answer }).click();
      await annotation.waitFor({ state: 'detached' });
    }
    await page.getByLabel('Annotations').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: '/pricing: show only this' }).click();
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByLabel('Save as segment').fill('Interested');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Save as segment').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove the filter Page is /pricing' }).click();
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Interested', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '1');
    await page.waitForURL(/\?segment=[\w-]+$/);
    await page.reload();
    await page.getByRole('button', { name: 'Remove the segment Interested' }).waitFor();
    assert.equal(await page.locator('[data-metric=visitors]').innerText(), '1');

    // All that the page is filtered by becomes the segment, whose name no other has.
    await page.goto(`${page.url()}&filter=page:is:/docs`);
    await page.getByRole('button', { name: 'Remove the filter Page is /docs' }).waitFor();
    // The page knows what a segment filters by once it knows its name.
    await page.getByRole('button', { name: 'Remove the segment Interested' }).waitFor();
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByLabel('Save as segment').fill('Interested');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('already has a segment with the name "Interested"').waitFor();
    await page.getByLabel('Save as segment').fill('Both');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Save as segment').waitFor({ state: 'detached' });
    await page.goto('/site.example');
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '0');
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Interested', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '1');

    // What is deleted is asked about first, and the focus is then on nothing that deletes.
    const focused = (name: string) =>
      page.waitForFunction(text => document.activeElement?.getAttribute('aria-label') === text, name);
    const question = page.getByRole('dialog', { name: 'Delete Interested?' });
    for (const answer of ['Cancel', 'Delete']) {
      await page.getByRole('button', { name: 'Segments' }).click();
      await page.getByRole('button', { name: 'Delete the segment Interested' }).click();
      await question.getByText("This can't be undone.").waitFor();
      await question.getByRole('button', { name: answer }).click();
      await question.waitFor({ state: 'detached' });
      await focused('Segments');
    }
    await page.waitForURL(/\/site\.example$/);
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '3');
    assert.equal(await page.locator('.fault').count(), 0);
    await page.getByRole('button', { name: 'Edit the goal Bought' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const goal = page.getByRole('dialog', { name: 'Delete Bought?' });
    await goal.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Bought');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await goal.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the goal Bought' }).waitFor({ state: 'detached' });
    await close();
  });

  it('can be exported by everyone who can see it', async () => {
    const { page, close } = await dashboard.open('/site.example?view=page&filter=page:is:/docs');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    assert.match(Buffer.concat(chunks).toString(), /^\ufeffvalue,label,count,.*\r\n\/docs,\/docs,1,/);
    assert.match(download.suggestedFilename(), /^site\.example-page-.*\.csv$/);
    await close();
  });

  it('keeps the chosen colours', async () => {
    const { page, close } = await dashboard.open('/site.example');
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    await page.reload();
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.getByRole('button', { name: 'Use light colours' }).waitFor();
    await close();
  });
});
