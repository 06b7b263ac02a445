import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, type Looker, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';

/** The pages of three visits, fifty hours ago. */
const VISITS = [
  ['https://hosts.example/', 'https://shop.hosts.example/cart', 'https://shop.hosts.example/'],
  ['https://shop.hosts.example/', 'https://shop.hosts.example/cart'],
  ['https://hosts.example/about'],
];

function hits(): object[] {
  const start = Date.now() - 180_000_000;
  return VISITS.flatMap((pages, visit) =>
    pages.map((page, at) => ({
      ...{ page, ip: `9.9.9.${visit + 1}`, user_agent: DESKTOP },
      time: new Date(start + at * 1_000).toISOString(),
    })),
  );
}

/** The values of a list with their hosts, as a reader sees them. */
async function labelsOf(page: Page, list: string): Promise<string[]> {
  await page.locator(`${list} .host`, { hasText: 'hosts.example' }).first().waitFor();
  const labels = await page.locator(`${list} tbody th`).allInnerTexts();
  return labels.map(label => label.replace(/\s+/g, ' ').trim());
}

onOneDatabase.skipIf(skipWithoutBrowser)('the hosts of pages on the statistics page', openPlace => {
  let dashboard: Dashboard;
  let looker: Looker;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    await dashboard.create({ domain: 'hosts.example', privacy: 'PUBLIC', hosts: ['*.hosts.example'] });
    await dashboard.create({ domain: 'single.example', privacy: 'PUBLIC' });
    const single = { page: 'https://single.example/', ip: '9.9.9.9', user_agent: DESKTOP };
    await dashboard.count([...hits(), { ...single, time: new Date(Date.now() - 180_000_000).toISOString() }]);
    looker = await dashboard.open('/hosts.example', OWNER);
  });
  afterAll(async () => {
    await looker.close();
    await dashboard.close();
  });

  it('stand beside their paths, and the link leads to the host', async () => {
    const { page } = looker;
    const list = '.panel-pages table';
    assert.deepEqual(await labelsOf(page, list), [
      '/ shop.hosts.example +1',
      '/cart shop.hosts.example',
      '/about hosts.example',
    ]);
    assert.equal(
      await page.locator(`${list} .host`).first().getAttribute('title'),
      'shop.hosts.example, hosts.example',
    );
    const links = page.locator(`${list} a.out`);
    assert.equal(await links.nth(1).getAttribute('href'), 'https://shop.hosts.example/cart');
    await assertAccessible(page);
    await page.getByRole('tab', { name: 'Exit pages' }).click();
    await page.locator(`${list} caption`).getByText('Exit pages').waitFor();
    assert.deepEqual((await labelsOf(page, list)).sort(), [
      '/ shop.hosts.example',
      '/about hosts.example',
      '/cart shop.hosts.example',
    ]);
    await page.goto(`${dashboard.gateway.url}/hosts.example?view=landing_page`);
    assert.deepEqual((await labelsOf(page, '.detail table')).sort(), ['/ hosts.example +1', '/about hosts.example']);
  });

  it('have room in their rows on a phone before they are there', async () => {
    const phone = await dashboard.open('/login', OWNER, { viewport: { width: 390, height: 844 } });
    let letPass = () => {};
    let held = 0;
    const isWanted = new Promise<void>(resolve => {
      letPass = resolve;
    });
    await phone.page.route('**/graphql**', async route => {
      const url = decodeURIComponent(route.request().url());
      // The list itself asks for amounts.
      if (url.includes('"name":"PAGE"') && !url.includes('"money"')) {
        held++;
        await isWanted;
      }
      await route.continue();
    });
    await phone.page.goto(`${dashboard.gateway.url}/hosts.example?view=page`);
    const row = phone.page.locator('.detail tbody tr').last();
    await row.waitFor();
    await until(() => held === 1, 'the hosts are asked for');
    const before = await row.boundingBox();
    letPass();
    await phone.page.locator('.detail .host', { hasText: 'hosts.example' }).first().waitFor();
    assert.deepEqual(await row.boundingBox(), before);
    await phone.close();
  });

  it('are left out for a website of one host', async () => {
    const { page } = looker;
    const asked: string[] = [];
    page.on('request', request => asked.push(decodeURIComponent(request.url())));
    // The list itself comes with the whole page.
    const askedApart = () => asked.splice(0).filter(url => url.includes('"name":"PAGE"')).length;
    await page.goto(`${dashboard.gateway.url}/hosts.example`);
    await labelsOf(page, '.panel-pages table');
    assert.equal(askedApart(), 1);
    await page.goto(`${dashboard.gateway.url}/single.example`);
    await page.locator('.panel-pages tbody th').first().waitFor();
    await page.locator('.foot').waitFor();
    assert.deepEqual([askedApart(), await page.locator('.host').count()], [0, 0]);
  });
});
