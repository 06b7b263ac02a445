import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertAccessible, type Dashboard, OTHER, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

/** Three days ago, so that the pages show it after midnight, too. */
const EARLIER = new Date(Date.now() - 3 * 86_400_000).toISOString();

onOneDatabase.skipIf(skipWithoutBrowser)('a statistics page', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    await dashboard.create({ domain: 'open.example', privacy: 'PUBLIC' });
    await dashboard.create({ domain: 'own.example' });
    await dashboard.create({ domain: 'locked.example', privacy: 'PASSWORD', password: 'sesame' });
    const hits = ['open', 'own', 'locked'].map(name => ({ page: `https://${name}.example/hello`, time: EARLIER }));
    await dashboard.count(hits.map(hit => ({ ...hit, ip: '203.0.113.9', user_agent: 'Mozilla/5.0 Firefox/140.0' })));
  });
  afterAll(() => dashboard.close());

  for (const [name, who] of [
    ['a stranger', null],
    ['another account', OTHER],
  ] as const) {
    it(`is visible to ${name} without the owner’s controls when it is public`, async () => {
      const { page, close } = await dashboard.open('/open.example', who);
      await page.getByText('/hello').first().waitFor();
      assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Annotate a day' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Add a goal' }).count(), 0);
      await close();
    });

    it(`looks the same to ${name} as a missing one when it is private`, async () => {
      const seen: string[] = [];
      for (const domain of ['own.example', 'none.example']) {
        const { page, faults } = await dashboard.open(`/${domain}`, who);
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        await assertAccessible(page);
        seen.push((await page.locator('main').innerHTML()).replaceAll(domain, ''));
        assert.ok(faults.every(fault => fault.includes('404')));
        await page.context().close();
      }
      assert.equal(seen[0], seen[1]);
    });

    it(`opens to ${name} with the password, until the cookies are cleared`, async () => {
      const { page } = await dashboard.open('/locked.example', who);
      await assertAccessible(page);
      await page.getByLabel('Password for the statistics').fill('open sesame');
      await page.getByRole('button', { name: 'View statistics' }).click();
      await page.getByRole('alert').getByText('password is wrong').waitFor();
      await page.getByLabel('Password for the statistics').fill('sesame');
      await page.getByRole('button', { name: 'View statistics' }).click();
      await page.getByText('/hello').first().waitFor();
      await page.getByRole('link', { name: /visitors in the last five minutes/ }).waitFor();
      await page.context().clearCookies();
      await page.reload();
      await page.getByLabel('Password for the statistics').waitFor();
      await page.context().close();
    });
  }

  it('is visible to its owner with the controls, whatever its privacy', async () => {
    for (const domain of ['open.example', 'own.example', 'locked.example']) {
      const { page, close } = await dashboard.open(`/${domain}`, OWNER);
      await page.getByText('/hello').first().waitFor();
      await page.getByRole('link', { name: 'Settings' }).waitFor();
      await page.getByRole('button', { name: 'Annotate a day' }).waitFor();
      await close();
    }
  });

  it('shows the password form when it is locked while open', async () => {
    const id = await dashboard.create({ domain: 'later.example', privacy: 'PUBLIC' });
    await dashboard.count([{ page: 'https://later.example/hello', time: EARLIER }]);
    const { page } = await dashboard.open('/later.example');
    await page.getByText('/hello').first().waitFor();
    await dashboard.gateway.graphql(
      `mutation { updateWebsite(id: "${id}", input: {privacy: PASSWORD, password: "now locked"}) { id } }`,
    );
    await page.getByRole('button', { name: 'Range: Last 30 days' }).click();
    await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
    await page.getByLabel('Password for the statistics').waitFor();
    await page.context().close();
  });
});
