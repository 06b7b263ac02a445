import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { pathHits } from '../support/path-visits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the numbers of funnels and journeys', openPlace => {
  let dashboard: Dashboard;
  let website: string;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    website = await dashboard.create({ domain: 'shop.example', privacy: 'PUBLIC' });
    await dashboard.count(pathHits());
  });
  afterAll(() => dashboard.close());

  it('tell journeys that lead back as they happened, in the table and as CSV', async () => {
    for (const [query, row, lines] of [
      ['end=/cart', '/blog/one 2 1 20% /cart 1', ['1,/cart,,5', '2,/blog/one,/cart,1']],
      ['by=group&end=/cart', '/blog 2 2 40% /cart 2', ['1,/cart,,5', '2,/blog,/cart,2', '4,(start),/,2']],
      ['by=event&end=Order', '(start) 2 3 100% Order 3', ['1,Order,,3', '2,(start),Order,3']],
    ] as const) {
      const { page, close } = await dashboard.open(`/shop.example?period=last_7_days&${query}`);
      await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
      await page.getByText(/visits, backwards from the node on the left/).waitFor();
      const panel = page.locator('.path').filter({ hasText: 'Journeys' });
      await panel.getByText('Show as a table').click();
      await panel.getByRole('columnheader', { name: 'Went on to' }).waitFor();
      const rows = (await panel.locator('tbody tr').allInnerTexts()).map(one => one.replace(/\s+/g, ' ').trim());
      assert.ok(
        rows.some(one => one.replace(/ Go on$/, '') === row),
        rows.join('\n'),
      );
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save journeys as CSV' }).click();
      const csv = (await text(await (await saving).createReadStream())).split('\r\n');
      assert.deepEqual(
        lines.filter(line => !csv.includes(line)),
        [],
        csv.join('\n'),
      );
      await close();
    }
  });

  it('name where visits went on to in buttons that a finger can hit', async () => {
    const steps = ['/cart', '/checkout'].map(pattern => ({ kind: 'PAGE', pattern }));
    const { createFunnel } = await dashboard.gateway.graphql<{ createFunnel: { id: string } }>(
      'mutation($id: ID!, $input: FunnelInput!) { createFunnel(website: $id, input: $input) { id } }',
      { id: website, input: { name: 'Left', steps } },
    );
    const { page, close } = await dashboard.open(`/shop.example?period=last_7_days&funnel=${createFunnel.id}`);
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    const button = page.locator('td.went button', { hasText: /^\/$/ }).first();
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    assert.ok(width >= 24 && height >= 24, `${width} x ${height}`);
    await dashboard.gateway.graphql('mutation($id: ID!) { deleteFunnel(id: $id) }', createFunnel);
    await close();
  });

  it('have no sign before a step at which nobody dropped out', async () => {
    const steps = ['/blog/two', '/cart'].map(pattern => ({ kind: 'PAGE', pattern }));
    const { createFunnel } = await dashboard.gateway.graphql<{ createFunnel: { id: string } }>(
      'mutation($id: ID!, $input: FunnelInput!) { createFunnel(website: $id, input: $input) { id } }',
      { id: website, input: { name: 'Whole', steps } },
    );
    const { page, close } = await dashboard.open(`/shop.example?period=last_7_days&funnel=${createFunnel.id}`);
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.getByText('1 of 1 visit completed it').waitFor();
    assert.deepEqual(await page.locator('.funnel-drop').allInnerTexts(), ['', '0%']);
    await dashboard.gateway.graphql('mutation($id: ID!) { deleteFunnel(id: $id) }', createFunnel);
    await close();
  });

  it('keep the heads of their numbers in sight, as the chart does, and long names in their cells', async () => {
    const { page, close } = await dashboard.open('/shop.example?period=last_7_days');
    await page.getByRole('heading', { name: 'Journeys' }).scrollIntoViewIfNeeded();
    await page.locator('.flow').waitFor();
    for (const box of ['.numbers', '.flow-numbers']) {
      await page.locator(`${box} summary`).click();
      const moved = await page.locator(`${box} .scroll`).evaluate(scroll => {
        scroll.style.maxHeight = '120px';
        scroll.scrollTo(0, 999);
        const head = scroll.querySelector('thead th') as Element;
        return [
          scroll.scrollTop > 0,
          Math.round(head.getBoundingClientRect().top - scroll.getBoundingClientRect().top),
        ];
      });
      assert.deepEqual(moved, [true, 0], box);
    }
    const went = page.locator('.flow-numbers .went').last();
    const isSpilt = await went.evaluate(cell => {
      cell.textContent = '/a-name-without-a-break'.repeat(20).replaceAll('-', '');
      return cell.scrollWidth > cell.clientWidth;
    });
    assert.equal(isSpilt, false);
    await close();
  });
});
