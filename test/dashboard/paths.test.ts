import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { pathHits } from '../support/path-visits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('funnels and journeys on the statistics page', openPlace => {
  let dashboard: Dashboard;
  let website: string;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    website = await dashboard.create({ domain: 'shop.example', privacy: 'PUBLIC' });
    await dashboard.count(pathHits());
  });
  afterAll(() => dashboard.close());

  it('are not read before a reader is near, however slowly the panels above them are drawn', async () => {
    const { page, close } = await dashboard.open('/login');
    // Longer than what follows the panels takes to load.
    await page.addInitScript(() => {
      const start = setTimeout;
      Object.assign(globalThis, { setTimeout: (work: () => void, pause = 200) => start(work, pause) });
    });
    await page.goto('/shop.example?period=last_7_days');
    await page.locator('.foot').waitFor();
    const heading = page.getByRole('heading', { name: 'Journeys' });
    await heading.waitFor({ state: 'attached' });
    assert.equal(await page.locator('.flow, .flow-frame[aria-busy=true]').count(), 0);
    await heading.scrollIntoViewIfNeeded();
    await page.locator('.flow').waitFor();
    await close();
  });

  it('are made, counted, changed and deleted by the owner', async () => {
    const { page, close } = await dashboard.open('/shop.example?period=last_7_days', OWNER);
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByText('A funnel counts how many visits get from step to step').waitFor();
    await page.getByRole('button', { name: 'Add a funnel' }).click();
    await page.getByLabel('Name').fill('Checkout');
    await page.getByLabel('Path').nth(0).fill('cart');
    await page.getByLabel('Path').nth(1).fill('/checkout');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByLabel('Step 3 is reached by').selectOption('sending an event');
    await page.getByLabel('Event name').fill('Order');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('is not a path; begin it with /').waitFor();
    // The error stands below its own field only.
    const topOf = async (field: Locator) => (await field.boundingBox())?.y ?? 0;
    assert.equal(await topOf(page.getByLabel('Step 1 is reached by')), await topOf(page.getByLabel('Path').nth(0)));
    await page.getByLabel('Path').nth(0).fill('/cart');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 of 5 visits completed it').waitFor();
    const rows = await page.getByRole('table', { name: 'Steps of the funnel' }).locator('tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map(row => row.replace(/\s+/g, ' ').trim()),
      [
        '1. /cart 5 100% – – – 2 / 1 (end) 1',
        '2. /checkout 3 60% 60% 40s 40s 1 /help 1',
        '3. Order €39.00 2 40% 67% 40s 40s 0',
      ],
    );
    await page.waitForURL(/funnel=\w{12}$/);
    assert.deepEqual(await page.locator('.funnel-drop').allInnerTexts(), ['', '−40%', '−33%']);
    await page.getByRole('button', { name: 'Edit the funnel' }).click();
    await page.getByRole('button', { name: 'Remove step 2' }).click();
    await page.getByLabel('Time limit in seconds').fill('60');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 of 5 visits completed it (20%), within 1m 00s.').waitFor();
    await page.locator('.step-label').getByRole('button', { name: '/cart: show only this' }).click();
    await page.getByText('Page is /cart').waitFor();
    await page.getByRole('button', { name: 'Edit the funnel' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /^Delete .*\?$/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('A funnel counts how many visits').waitFor();
    await close();
  });

  it('name a step by its path once it has another one', async () => {
    const steps = [
      { kind: 'PAGE', pattern: '/', name: 'شراء' },
      {
        kind: 'PAGE',
        pattern: '/cart',
        name: 'Cart',
        conditions: [{ key: 'plan', operator: 'IS_NOT', values: ['pro'] }],
      },
    ];
    const { createFunnel } = await dashboard.gateway.graphql<{ createFunnel: { id: string } }>(
      'mutation($id: ID!, $input: FunnelInput!) { createFunnel(website: $id, input: $input) { id } }',
      { id: website, input: { name: 'Named', steps } },
    );
    const { page, close } = await dashboard.open('/shop.example?period=last_7_days', OWNER);
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Edit the funnel' }).click();
    const second = page.getByRole('group', { name: 'Step 2' });
    await second.getByText('Only if: plan is not pro.').waitFor();
    await page.getByLabel('Path').nth(1).fill('/checkout');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const table = page.getByRole('table', { name: 'Steps of the funnel' });
    await table.getByRole('rowheader', { name: /^2\..*\/checkout/ }).waitFor();
    // Within it, the number would be read after the name.
    await table.locator('bdi').getByText('شراء', { exact: true }).waitFor();
    await dashboard.gateway.graphql('mutation($id: ID!) { deleteFunnel(id: $id) }', createFunnel);
    await close();
  });

  it('go on from a chosen node, with the keyboard too, and back from it', async () => {
    const { page, close } = await dashboard.open('/shop.example?period=last_7_days');
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByText('6 visits, from left to right').waitFor();
    await page.getByText('No funnels yet.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a funnel' }).count(), 0);
    await page.getByRole('button', { name: /^\/cart 3 ?, step 2: go on from here/ }).press('Enter');
    await page.waitForURL(/start=%2Fcart|start=\/cart$/);
    await page.getByText('5 visits, from left to right').waitFor();
    await page.getByRole('button', { name: 'Look back' }).click();
    await page.waitForURL(/end=\/cart$/);
    await page.getByText('5 visits, backwards from the node on the left').waitFor();
    await page.locator('.flow').getByText('(start)').first().waitFor();
    await page.getByRole('button', { name: 'All journeys' }).click();
    await page.getByLabel('Journeys through').selectOption('Groups of pages');
    await page.getByRole('button', { name: /^\/blog 2 ?, step 2/ }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save journeys as CSV' }).click();
    assert.match((await saving).suggestedFilename(), /^shop\.example-journeys(-\d{4}-\d\d-\d\d){2}\.csv$/);
    await page.locator('.path').filter({ hasText: 'Journeys' }).getByText('Show as a table').click();
    await page.getByRole('button', { name: 'Go on from /pricing, step 1' }).waitFor();
    await page.locator('.flow').getByRole('button', { name: 'Filter by /blog' }).first().click();
    await page.getByText('Page starts with /blog').waitFor();
    await close();
  });

  it('lead through the groups of the website, also one that is no filter', async () => {
    await dashboard.gateway.graphql(
      'mutation($id: ID!) { updateWebsite(id: $id, input: { pageGroups: ["*/checkout", "/blog/*"] }) { id } }',
      { id: website },
    );
    const { page, close } = await dashboard.open('/shop.example?period=last_7_days');
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByLabel('Journeys through').selectOption('Groups of pages');
    await page.getByRole('button', { name: /^\/blog\/\* 2 ?, step 2/ }).waitFor();
    assert.equal(await page.locator('.flow').getByRole('button', { name: 'Filter by */checkout' }).count(), 0);
    await page.getByRole('button', { name: /^\*\/checkout 2 ?, step 3: go on/ }).click();
    await page.getByText('3 visits, from left to right').waitFor();
    await page.locator('.flow').getByText('/help').first().waitFor();
    await page.getByRole('button', { name: 'All journeys' }).click();
    await page.locator('.flow').getByRole('button', { name: 'Filter by /blog/*' }).first().click();
    await page.getByText('Page starts with /blog/').waitFor();
    await close();
    await dashboard.gateway.graphql('mutation($id: ID!) { updateWebsite(id: $id, input: { pageGroups: [] }) { id } }', {
      id: website,
    });
  });

  it('have no faults that axe finds, on a phone and on a desktop, in both themes', async () => {
    await dashboard.gateway.graphql(
      'mutation($website: ID!, $input: FunnelInput!) { createFunnel(website: $website, input: $input) { id } }',
      {
        website,
        input: { name: 'Checkout', steps: ['/', '/cart', '/checkout'].map(pattern => ({ kind: 'PAGE', pattern })) },
      },
    );
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 720 },
      ]) {
        const { page, close } = await dashboard.open('/shop.example?period=last_7_days&start=/cart', OWNER, {
          colorScheme,
          viewport,
        });
        await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
        await page.getByText('5 visits, from left to right').waitFor();
        await page.getByRole('table', { name: 'Visitors by their number of visits on a day' }).waitFor();
        await assertAccessible(page);
        const folder = process.env.PICTURES;
        if (folder) await page.locator('.paths').screenshot({ path: `${folder}/${colorScheme}-${viewport.width}.png` });
        await close();
      }
  });
});
