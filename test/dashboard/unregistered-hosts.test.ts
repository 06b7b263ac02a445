import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, DESKTOP, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the list of websites', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
  });
  afterAll(() => dashboard.close());

  it('offers admins to take over hosts that send hits without a website', async () => {
    const id = await dashboard.create({ domain: 'hosts.example' });
    for (const host of ['shop.hosts.example', 'elsewhere.example'])
      await fetch(`${dashboard.gateway.url}/api/event`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': DESKTOP },
        body: JSON.stringify({ page: `https://${host}/` }),
      });
    await dashboard.gateway.drain();
    const { page, close } = await dashboard.open('/websites', OWNER);
    const row = page.getByRole('row').filter({ hasText: 'shop.hosts.example' });
    await row.getByRole('button', { name: 'Add to…' }).click();
    await page.getByLabel('Website', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Website', { exact: true }).inputValue(), id);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    const { website } = await dashboard.gateway.graphql<{ website: object }>(
      'query ($id: ID!) { website(id: $id) { hosts } }',
      {
        id,
      },
    );
    assert.deepEqual(website, { hosts: ['shop.hosts.example'] });
    await page.getByRole('link', { name: 'Register elsewhere.example' }).click();
    assert.equal(await page.getByLabel('Domain').inputValue(), 'elsewhere.example');
    await close();
  });
});
